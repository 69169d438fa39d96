import type { Tables } from "../language.ts";

export const numbers: Tables = {
  op: {
    lte: [
      "bis", "bis zu", "maximal", "max", "höchstens", "nicht mehr als", "nicht über", "bis maximal", "bis max",
      "maximal bis", "nicht teurer als", "bis ca", "Kaufpreis bis", "Miete bis",
    ],
    lt: ["unter", "weniger als", "kleiner als", "günstiger als", "unterhalb von"],
    gte: ["ab", "mindestens", "min", "mind", "wenigstens", "minimum", "nicht unter", "nicht weniger als", "zumindest"],
    gt: ["über", "mehr als", "größer als", "oberhalb von", "teurer als"],
    eq: ["genau", "exakt"],
    around: ["ca", "circa", "zirka", "etwa", "ungefähr", "rund", "um", "um die", "so um"],
  },
  yearOp: {
    after: ["nach"],
    since: ["seit", "ab", "ab Baujahr", "nicht älter als"],
    before: ["vor", "älter als"],
    until: ["bis"],
  },
  between: ["zwischen", "von"],
  range: ["-", "bis", "und", "bis zu"],
  postOp: {
    gte: ["oder mehr", "und mehr", "mindestens", "aufwärts", "oder höher", "oder größer", "mind", "und höher"],
    lte: ["oder weniger", "maximal", "max", "höchstens", "oder günstiger"],
    around: ["ungefähr", "circa", "ca"],
  },
  number: {
    1: ["eins", "ein", "eine", "einem"],
    2: ["zwei"],
    3: ["drei"],
    4: ["vier"],
    5: ["fünf"],
    6: ["sechs"],
    7: ["sieben"],
    8: ["acht"],
    9: ["neun"],
    10: ["zehn"],
    20: ["zwanzig"],
    30: ["dreißig"],
    50: ["fünfzig"],
    100: ["hundert", "einhundert"],
    200: ["zweihundert"],
    300: ["dreihundert"],
    400: ["vierhundert"],
    500: ["fünfhundert"],
    "1.5": ["anderthalb", "eineinhalb"],
    "2.5": ["zweieinhalb"],
    "3.5": ["dreieinhalb"],
  },
  half: {
    "0.5": ["eine halbe", "halbe"],
  },
  ordinal: {
    1: ["erster", "ersten", "erste", "erstes"],
    2: ["zweiter", "zweiten", "zweite"],
    3: ["dritter", "dritten", "dritte"],
    4: ["vierter", "vierten", "vierte"],
    5: ["fünfter", "fünften", "fünfte"],
  },
  scale: {
    1000: ["Tausend", "Tsd", "Tsd Euro", "Tsd €", "TEUR", "T €", "T EUR", "T", "k"],
    1000000: ["Mio", "Mill", "Million", "Millionen", "mil"],
  },
  currency: {
    EUR: ["Euro", "EUR", "Euros"],
    CHF: ["Franken", "SFr", "Stutz"],
  },
  period: {
    month: [
      "im Monat", "pro Monat", "monatlich", "/ Monat", "mtl", "kalt", "warm", "Warmmiete", "Kaltmiete", "kalt im Monat",
      "warm im Monat", "monatlich warm", "monatlich kalt", "kalt pro Monat", "warm pro Monat", "/ Monat kalt",
      "/ Monat warm", "nettokalt", "bruttokalt",
    ],
    week: ["pro Woche", "wöchentlich", "/ Woche", "die Woche"],
    year: ["pro Jahr", "im Jahr", "jährlich", "/ Jahr"],
  },
  area: {
    sqm: ["qm", "m²", "Quadratmeter", "Quadratmetern", "qm Wohnfläche", "m² Wohnfläche", "Quadratmeter Wohnfläche"],
    ha: ["Hektar", "ha"],
  },
  distance: {
    km: ["km", "Kilometer", "Kilometern"],
    m: ["m", "Meter", "Metern"],
    min: ["min", "Minuten", "Minute"],
  },
};
