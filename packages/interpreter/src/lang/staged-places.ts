/** New word classes: class → language → phrases, or value → phrases. Moves to the languages. */
export const stagedPlaces = {
  /** Prepositions of `in` that are as often before something other than a place: "on request". */
  looseIn: { en: ["on", "to", "of", "area"] },
  /** Labels of a postal code. */
  postalLabel: {
    en: ["zip", "zipcode", "code", "postcode", "postal"],
    es: ["código postal", "cp"],
    de: ["PLZ", "Postleitzahl"],
    fr: ["code postal", "cp"],
  },
  /** Negations of `not` that are only used for places. */
  elsewhere: {
    en: ["anywhere but", "anywhere except", "anywhere outside", "anywhere outside of", "outside", "outside of"],
    es: ["en cualquier sitio menos", "fuera de"],
    de: ["überall außer"],
    fr: ["partout sauf", "en dehors de"],
  },
  /** Words after a distance or travel time: "10 km away". */
  away: { en: ["away"], es: ["de distancia"], de: ["entfernt"], fr: ["de distance"] },
  /** Directions of `direction` that are inside the place. */
  outskirts: {
    en: ["outskirts of", "the outskirts of", "on the outskirts of", "suburbs of", "edge of", "the edge of"],
    es: ["afueras de", "a las afueras de"],
    de: ["am Rand von", "Vororte von"],
    fr: ["en périphérie de", "banlieue de"],
  },
  /** Superlatives that, with "first" after the place, are a sort order: "closest to York first". */
  nearest: { en: ["closest", "nearest"] },
  /** Labels of coordinates. */
  coordinate: {
    en: ["lat", "lon", "lng", "long", "latitude", "longitude"],
    es: ["latitud", "longitud"],
    de: ["Breitengrad", "Längengrad"],
  },
  /** Facilities that are near a home. They are no places of the listings, but may be followed by one: "near metro Leeds". */
  amenity: {
    en: "metro metros subway tube tram train station stations bus airport airports beach beaches school schools hospital hospitals university college campus shops shopping mall supermarket supermarkets motorway highway freeway".split(
      " ",
    ),
    es: ["estación", "playa", "playas", "colegio", "colegios", "universidad", "aeropuerto", "metro"],
    de: "Bahnhof U-Bahn Ubahn S-Bahn Sbahn Strand Schule Schulen Universität Uni Flughafen Campus".split(" "),
    fr: ["gare", "plage", "école", "écoles", "université", "aéroport", "commerces", "métro"],
  },
  /** Verbs and nouns of a change of home. */
  moving: {
    en: ["moving", "relocating", "move", "relocate", "moved"],
    es: ["mudarme", "mudarnos", "mudo", "mudamos", "mudanza"],
    de: ["umziehen", "ziehen", "ziehe", "Umzug"],
    fr: ["déménager", "déménage", "déménageons"],
  },
  /** Prepositions of where somebody moves from and to. */
  route: {
    en: { from: ["from"], to: ["to"] },
    es: { from: ["de", "desde"], to: ["a"] },
    de: { from: ["von"], to: ["nach"] },
    fr: { from: ["de"], to: ["à"] },
  },
  /**
   * Comparisons of times, not of amounts: of moments, or of years of construction. Of those with several words, the first, or
   * the last after "or".
   */
  temporal: {
    en: {
      moment: ["after", "before", "prior", "earlier", "later", "since", "not", "no earlier", "no later"],
      construction: ["post", "pre", "newer", "older", "younger", "onwards", "no older", "no newer"],
    },
    es: { moment: ["después", "antes"], construction: ["desde", "posterior", "anterior", "en adelante"] },
    de: { moment: ["nach", "vor", "seit"], construction: ["nicht älter"] },
    fr: { moment: ["après", "avant", "depuis"] },
  },
  /** Prepositions of a day, or of a longer period. */
  during: {
    en: { day: ["on"], period: ["in", "during"] },
    es: { day: ["el"], period: ["en"] },
    de: { day: ["am"], period: ["im"] },
    fr: { day: ["le"], period: ["en"] },
  },
  /** Words of `listed` that do not name publication: "new homes". */
  recent: { en: ["new", "newest", "latest", "recent"], es: ["nuevos", "nuevas"] },
  /** Words for moving in without delay. */
  immediately: { en: ["now", "immediately", "asap"] },
  /** Phrases of `last` that are as often of a duration: "within 2 weeks". */
  looseLast: {
    en: ["less than", "within", "in under", "not more than", "no more than", "in the previous", "previous"],
  },
  /** "3 months ago". */
  ago: { en: ["ago"] },
  /** Further suffixes of the number of a floor: "3º". */
  floorSuffix: { es: ["o", "a"], fr: ["ère"] },
  /** Words for a year before its number. */
  yearNoun: { en: ["year"], es: ["año"], de: ["Jahr", "Baujahr", "Bj"], fr: ["année"] },
  /** Comparisons of ages: "older than 50 years". */
  older: { en: ["older"], de: ["älter"] },
  /** Adverbs of construction: "newly built". A number after them is no year. */
  builtAdverb: { en: "newly new recently freshly just brand purpose custom well fully".split(" ") },
  /** Names of floors that need the word "floor" after them or after another one: "ground or first floor". */
  floorName: { en: { "0": ["ground"] } },
  /** Words before "floor" with which a number after it is no floor: "top floor 300k". */
  floorQualifier: {
    en: "any high higher low lower top upper mid middle last same whole entire each every single open wood wooden".split(
      " ",
    ),
  },
} as const satisfies Record<string, Record<string, readonly string[] | Record<string, readonly string[]>>>;
