import type { Tables } from "../language.ts";

export const numbers: Tables = {
  op: {
    lte: [
      "jusqu à", "jusqu'à", "maximum", "max", "au maximum", "au plus", "pas plus de", "maximum de", "budget max",
      "ne dépassant pas", "dans la limite de", "plafond de", "budget de", "budget maximum", "budget maximum de",
      "n'excédant pas", "inférieur ou égal à",
    ],
    lt: ["moins de", "à moins de", "pour moins de", "en dessous de", "inférieur à", "sous", "inférieure à"],
    gte: [
      "minimum", "min", "à partir de", "à partir du", "au moins", "au minimum", "dès", "pas moins de", "minimum de",
      "à partir d'",
    ],
    gt: ["plus de", "supérieur à", "au-dessus de", "supérieure à", "dépasser", "dépasse", "dépassant"],
    eq: ["exactement", "pile"],
    around: [
      "environ", "autour de", "autour d'", "à peu près", "approximativement", "dans les", "aux alentours de", "env",
    ],
  },
  yearOp: {
    after: ["après"],
    since: ["depuis", "à partir de", "à partir du"],
    before: ["avant"],
    until: ["jusqu en", "jusqu'en"],
  },
  between: ["entre", "de"],
  range: ["-", "à", "et", "jusqu à", "jusqu'à"],
  postOp: {
    gte: ["ou plus", "et plus", "minimum", "au moins", "mini", "au minimum", "et au-delà"],
    lte: ["ou moins", "maximum", "max", "maxi", "au plus", "au maximum"],
    around: ["environ", "à peu près", "env"],
  },
  number: {
    1: ["un", "une"],
    2: ["deux"],
    3: ["trois"],
    4: ["quatre"],
    5: ["cinq"],
    6: ["six"],
    7: ["sept"],
    8: ["huit"],
    9: ["neuf"],
    10: ["dix"],
    20: ["vingt"],
    30: ["trente"],
    40: ["quarante"],
    50: ["cinquante"],
    100: ["cent", "cents"],
  },
  half: {
    "0.5": ["un demi", "demi"],
  },
  ordinal: {
    1: ["premier", "première"],
    2: ["deuxième", "second", "seconde"],
    3: ["troisième"],
    4: ["quatrième"],
    5: ["cinquième"],
  },
  scale: {
    1000: ["mille", "k", "milles"],
    1000000: ["million", "millions", "million d'", "millions d'", "million de"],
  },
  currency: {
    EUR: ["euros", "euro", "EUR", "e"],
    CHF: ["CHF", "francs suisses"],
  },
  period: {
    month: [
      "par mois", "/ mois", "mensuel", "mensuels", "au mois", "le mois", "cc", "charges comprises", "hc",
      "hors charges", "par mois charges comprises", "mois", "cc par mois", "/ mois cc", "/ mois hc", "par mois cc",
    ],
    week: ["par semaine", "/ semaine", "la semaine"],
    year: ["par an", "/ an", "annuel", "annuels", "l'an"],
  },
  area: {
    sqm: ["m²", "mètres carrés", "mètre carré", "m carrés", "mètres carré", "m 2"],
    ha: ["hectares", "hectare", "ha"],
  },
  distance: {
    km: ["km", "kilomètres", "kilomètre", "kms"],
    m: ["m", "mètres", "mètre"],
    min: ["minutes", "minute", "min", "mn"],
  },
};
