/** New word classes: class → language → phrases, or value → phrases. Moves to the languages. */
export const stagedProperty = {
  /** Prepositions of what is beside or below a home: "above a shop". */
  above: {
    en: ["above", "over", "below", "beneath", "under", "underneath", "behind", "beside"],
    de: ["über"],
    es: ["encima"],
    fr: ["dessus"],
  },
  /** The word before "room" in rooms of a home: "living room". */
  homeRoom: {
    en: "living dining sitting family drawing spare guest play game games media tv music reading utility laundry box store storage sun day bonus great rec recreation powder shower bath wash wet boot mud dressing study breakfast garden work computer craft hobby common cinema meeting conference server lounge".split(
      " ",
    ),
  },
  /** Words for having something: what follows is part of the property. */
  having: {
    en: ["with", "has", "have", "having", "including", "includes", "featuring", "plus", "w/"],
    de: ["mit"],
    es: ["con"],
    fr: ["avec"],
  },
  /** Words that make a type narrower. `reported`: the filter uses the wider type, and the word is reported. */
  narrower: {
    en: {
      reported: ["semi", "semis", "terrace", "terraced", "end", "mid", "link"],
      "": "detached freestanding standalone ranch rancher country mews brownstone brownstones dormer garden basement serviced holiday granny strata co coop coworking showroom agricultural smallholding vacant empty undeveloped".split(
        " ",
      ),
    },
    es: {
      reported: ["adosado", "adosada", "adosados", "adosadas", "pareado", "pareada"],
      "": ["unifamiliar", "independiente"],
    },
    de: {
      reported: ["Doppelhaushälfte", "Doppelhaushälften", "Reihenhaus", "Reihenhäuser"],
      "": "dhh doppelhaus einfamilienhaus einfamilienhäuser efh freistehendes reihenendhaus reihenmittelhaus etagenwohnung eigentumswohnung eigentumswohnungen etw dachwohnung".split(
        " ",
      ),
    },
    fr: { reported: ["mitoyenne"], "": ["jumelée", "individuelle"] },
  },
  /** A house of one storey, not a farm, if rooms are counted before it: "3 bed ranch". */
  ranchHouse: { en: ["ranch", "ranches"] },
  /** "lots of": a quantity, not land. */
  plenty: { en: ["lot of", "lots of"] },
  spare: { en: ["spare"] },
  plainRoom: { en: ["room", "rooms"] },
  /** Verbs of somebody who lets a home, at the beginning of a text; with an accent they are a status. */
  lettingVerb: { fr: ["loue"] },
  lease: { en: ["lease"] },
  /** Words that show that a let home is bought as an investment. */
  investment: {
    en: ["investment"],
    de: ["Kapitalanlage"],
    es: ["inversión"],
    fr: ["investissement"],
  },
  /** A feature that is a house in British English: "3 bed terrace". */
  terraceHouse: { en: ["terrace"] },
  /** Words with which a negation is the name of a feature: "sin amueblar". */
  furnishing: { es: ["amueblar"], fr: ["meublé", "meublée", "meublées"] },
  /** Participles after "not" that refer to what is before: "pets not allowed". */
  accepted: {
    en: ["allowed", "wanted", "permitted", "accepted"],
  },
  /** Words for anything: a limit after them applies to all listings. */
  anything: { en: ["anything", "something"], es: ["algo"], de: ["etwas"] },
  /** Words of negative concord: they do not cancel a negation. */
  concord: {
    en: ["any", "either", "neither", "nor"],
    es: ["ningún", "ninguna", "nada", "tampoco", "ni"],
    fr: ["aucun", "aucune", "ni"],
  },
  nor: { en: ["nor"] },
  /** Negations of everything except what follows. */
  except: {
    en: "except excepting excluding other apart aside anything everything all anywhere bar save minus rather instead".split(
      " ",
    ),
    es: ["excepto", "exceptuando", "salvo", "menos"],
    de: ["außer", "ausgenommen", "überall"],
    fr: ["sauf", "hors", "excepté", "partout"],
  },
  /** Negations by which the user says what they do not want, unlike the "no" of "no flats". */
  dislike: {
    en: ["don't want", "do not want", "don't show", "do not show", "tired", "sick", "refuse to", "i don't want", "we don't want"],
    es: ["quiero", "queremos", "no quiero", "no queremos"],
  },
  /** "don't need": neither a limit nor its opposite is asked for. */
  need: { en: ["need"] },
  /** A subject of which a user says that it does not matter: "location doesn't matter". */
  subject: {
    en: ["location", "place", "age"],
    es: ["ubicación"],
    de: ["Lage"],
    fr: ["lieu", "emplacement"],
  },
  /** The name in features of what a view is of, where it differs from the word. */
  viewSubject: { en: { mountain: ["mountains"], hill: ["hills"], harbour: ["harbor"] } },
  /** Words that are often written instead of another one, which is the value. */
  mistake: { en: { than: ["then"] } },
  plainNot: { en: ["not"] },
  plainNo: { en: ["no"] },
  /** Suffixes of ordinal numbers in digits. */
  ordinalSuffix: { en: ["th", "st", "nd", "rd", "e", "er", "eme"] },
  /** A preposition that is reported with the unknown words after it: "for investors". */
  purpose: { en: ["for"] },
} as const satisfies Record<string, Record<string, readonly string[] | Record<string, readonly string[]>>>;
