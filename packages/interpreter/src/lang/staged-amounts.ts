/** New word classes: class → language → phrases, or value → phrases. Moves to the languages. */
export const stagedAmounts = {
  article: {
    en: { indefinite: ["a", "an"], definite: ["the"] },
    de: { definite: ["der", "die"] },
  },
  /** Forms of "to be" between a label and its amount: "my budget is 300k". */
  copula: { en: ["is", "are", "was"], es: ["es"], de: ["ist"], fr: ["est"] },
  /** Prepositions between a thing and its amount: "terrace of 20 m²". */
  ofWord: { en: ["of"], es: ["de"], de: ["von"], fr: ["de", "d'"] },
  /** Words between an amount of money and its purpose: "30k as a deposit". */
  moneyFor: { en: ["as", "for", "in", "my", "our"], es: ["en"], de: ["als"], fr: ["en"] },
  /** The second part of comparisons: after "or less", it shows that another comparison follows ("or less than 2"). */
  than: { en: ["than", "then"], es: ["que"], de: ["als"], fr: ["que"] },
  /** Conjunctions between two limits of one thing: "over 3 beds but under 6". */
  contrast: { en: ["but"], es: ["pero"], de: ["aber"], fr: ["mais"] },
  /** "two and a half baths". */
  andHalf: {
    en: ["and a half", "and half", "and one half"],
    es: ["y medio", "y media"],
    de: ["und ein halb", "und halb"],
    fr: ["et demi", "et demie"],
  },
  /** Words that form a range only after "between"; otherwise they join two things: "2 and 3". */
  betweenAnd: { en: ["and"] },
  /** Prepositions of a rate: "€150 per m²". */
  per: { en: ["per", "a", "an"], es: ["por", "el", "al"], de: ["pro", "je"], fr: ["par", "le"] },
  /** Comparisons that also apply to years: "house from 1990". */
  startingAt: {
    en: ["from", "starting from", "starting at", "starts at", "starts from", "start at"],
    es: ["desde", "a partir de"],
    de: ["ab"],
    fr: ["dès", "à partir de", "à partir du", "à partir d'"],
  },
  /** Words for the price of a letting, by their rent period. */
  rent: {
    en: {
      "": ["rent", "rental price"],
      month: ["monthly rent"],
      week: ["weekly rent"],
      year: ["yearly rent", "annual rent"],
    },
    es: { "": ["alquiler"] },
    de: { "": ["Miete", "Warmmiete", "Kaltmiete"], month: ["Monatsmiete"] },
    fr: { "": ["loyer", "loyer de"] },
  },
  /** Adverbs of the rent period that may precede the price: "monthly under 7000". */
  periodAdverb: {
    en: ["monthly", "weekly", "yearly", "annual", "annually"],
    es: ["mensual", "mensualmente"],
    de: ["monatlich", "wöchentlich", "jährlich"],
    fr: ["mensuel"],
  },
  /** Whether a rent includes heating and charges, which no filter expresses. */
  rentBasis: {
    de: ["warm", "kalt", "Warmmiete", "Kaltmiete", "nettokalt", "bruttokalt"],
    fr: ["hc", "cc"],
  },
  /** Currencies of units of a thousand that are one word. */
  scaleCurrency: { de: { EUR: ["TEUR"] } },
  /** Verbs that ask for results: "show me 20 houses". */
  request: { en: ["show", "list", "find", "give", "get", "see", "display", "me"] },
} as const satisfies Record<string, Record<string, readonly string[] | Record<string, readonly string[]>>>;
