import type { Tables } from "../language.ts";

/** Words that rules look at only beside other words. They are not reserved. */
export const context: Tables = {
  copula: ["es"],
  ofWord: ["de"],
  moneyFor: ["en"],
  than: ["que"],
  contrast: ["pero"],
  andHalf: ["y medio", "y media"],
  per: ["por", "el", "al"],
  startingAt: ["desde", "a partir de"],
  rent: {
    "": ["alquiler"],
  },
  periodAdverb: ["mensual", "mensualmente"],
  postalLabel: ["código postal", "cp"],
  elsewhere: ["en cualquier sitio menos", "fuera de"],
  away: ["de distancia"],
  outskirts: ["afueras de", "a las afueras de"],
  coordinate: ["latitud", "longitud"],
  amenity: ["estación", "playa", "playas", "colegio", "colegios", "universidad", "aeropuerto", "metro"],
  moving: ["mudarme", "mudarnos", "mudo", "mudamos", "mudanza"],
  route: {
    from: ["de", "desde"],
    to: ["a"],
  },
  temporal: { moment: ["después", "antes"], construction: ["desde", "posterior", "anterior", "en adelante"] },
  floorSuffix: ["o", "a"],
  during: {
    day: ["el"],
    period: ["en"],
  },
  recent: ["nuevos", "nuevas"],
  yearNoun: ["año"],
  above: ["encima"],
  having: ["con"],
  narrower: {
    reported: ["adosado", "adosada", "adosados", "adosadas", "pareado", "pareada"],
    "": ["unifamiliar", "independiente"],
  },
  investment: ["inversión"],
  furnishing: ["amueblar"],
  anything: ["algo"],
  concord: ["ningún", "ninguna", "nada", "tampoco", "ni"],
  except: ["excepto", "exceptuando", "salvo", "menos"],
  dislike: ["quiero", "queremos", "no quiero", "no queremos"],
  subject: ["ubicación"],
};
