import type { Tables } from "../language.ts";

export const numbers: Tables = {
  op: {
    lte: [
      "hasta", "máximo", "máxima", "como máximo", "como mucho", "máx", "no más de", "máximo de", "un máximo de", "tope",
      "presupuesto máximo", "presupuesto de", "que no supere", "que no pase de", "sin pasar de", "a lo sumo",
      "no superior a", "que no supere los",
    ],
    lt: [
      "menos de", "por menos de", "por debajo de", "debajo de", "inferior a", "bajo", "menor de", "menor que",
      "menos que",
    ],
    gte: [
      "mínimo", "mínima", "desde", "a partir de", "al menos", "por lo menos", "como mínimo", "no menos de", "mínimo de",
      "un mínimo de", "más o igual a",
    ],
    gt: [
      "más de", "superior a", "por encima de", "mayor de", "mayor que", "más que", "supere", "supere los", "superar",
      "superar los", "pasar de", "exceder", "exceda", "exceda de",
    ],
    eq: ["exactamente", "justo", "exactos"],
    around: [
      "alrededor de", "aproximadamente", "unos", "unas", "cerca de", "sobre", "aprox", "en torno a", "más o menos",
    ],
  },
  yearOp: {
    after: ["después de", "después del", "posterior a", "posteriores a"],
    since: ["desde", "a partir de"],
    before: ["antes de", "antes del", "anterior a", "anteriores a"],
    until: ["hasta"],
  },
  between: ["entre", "de", "desde"],
  range: ["-", "a", "y", "hasta", "e"],
  postOp: {
    gte: ["o más", "como mínimo", "mínimo", "al menos", "en adelante", "o superior"],
    lte: ["o menos", "como máximo", "máximo", "máx", "o inferior", "como mucho"],
    around: ["aproximadamente", "aprox"],
  },
  number: {
    1: ["uno", "un", "una"],
    2: ["dos", "par de"],
    3: ["tres"],
    4: ["cuatro"],
    5: ["cinco"],
    6: ["seis"],
    7: ["siete"],
    8: ["ocho"],
    9: ["nueve"],
    10: ["diez"],
    20: ["veinte"],
    30: ["treinta"],
    40: ["cuarenta"],
    50: ["cincuenta"],
    100: ["cien", "ciento"],
    200: ["doscientos"],
    300: ["trescientos"],
    400: ["cuatrocientos"],
    500: ["quinientos"],
    600: ["seiscientos"],
    700: ["setecientos"],
    800: ["ochocientos"],
    900: ["novecientos"],
  },
  half: {
    "0.5": ["medio"],
  },
  ordinal: {
    1: ["primer", "primera", "primero"],
    2: ["segundo", "segunda"],
    3: ["tercer", "tercera", "tercero"],
    4: ["cuarta", "cuarto"],
    5: ["quinta", "quinto"],
  },
  scale: {
    1000: ["mil", "k"],
    1000000: ["millón", "millones", "millón de", "millones de"],
  },
  currency: {
    EUR: ["euros", "euro", "EUR"],
    "": ["dólares", "pesos"],
  },
  period: {
    month: ["al mes", "por mes", "mensuales", "mensual", "/ mes", "mes", "cada mes", "mensualmente"],
    week: ["a la semana", "por semana", "semanales", "/ semana"],
    year: ["al año", "por año", "anuales", "/ año"],
  },
  area: {
    sqm: ["metros cuadrados", "metro cuadrado", "metros", "m cuadrados", "mts", "mt²", "mts²", "m²", "metros²"],
    ha: ["hectáreas", "hectárea", "has"],
  },
  distance: {
    km: ["kilómetros", "kilómetro", "km", "kms"],
    m: ["metros", "metro", "m"],
    min: ["minutos", "minuto", "min"],
  },
};
