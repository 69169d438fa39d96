import type { Tables } from "../language.ts";

/** Words that rules look at only beside other words. They are not reserved. */
export const context: Tables = {
  placeNoun: [
    "Plage", "Ville", "Vallée",
  ],
  edit: {
    replace: ["seulement", "uniquement", "à la place", "plutôt"],
    add: ["aussi", "également"],
    remove: ["enlève", "enlever", "supprime", "retire", "sans le", "sans la"],
  },
  comparative: {
    "price:asc": ["moins cher", "moins chère", "moins chers"],
    "price:desc": ["plus cher"],
    "area:desc": ["plus grand", "plus grande"],
    "area:asc": ["plus petit", "plus petite"],
    "distance:asc": ["plus près", "plus proche"],
  },
  copula: ["est"],
  ofWord: ["de", "d'"],
  moneyFor: ["en"],
  than: ["que"],
  contrast: ["mais"],
  andHalf: ["et demi", "et demie"],
  per: ["par", "le"],
  startingAt: ["dès", "à partir de", "à partir du", "à partir d'"],
  rent: {
    "": ["loyer", "loyer de"],
  },
  periodAdverb: ["mensuel"],
  rentBasis: ["hc", "cc", "charges comprises", "hors charges"],
  roomCode: [
    "T2", "T3", "T4", "T5", "T6", "T7", "T8", "F2", "F3", "F4", "F5", "F6", "F7", "F8", "T1 bis", "F1 bis", "T1bis",
    "F1bis", "T2 bis", "T2bis",
  ],
  typeLabel: ["de type", "du type", "type"],
  postalLabel: ["code postal", "cp"],
  elsewhere: ["partout sauf", "en dehors de"],
  away: ["de distance"],
  outskirts: ["en périphérie de", "banlieue de"],
  amenity: ["gare", "plage", "école", "écoles", "université", "aéroport", "commerces", "métro"],
  moving: ["déménager", "déménage", "déménageons"],
  route: {
    from: ["de"],
    to: ["à"],
  },
  temporal: { moment: ["après", "avant", "depuis"] },
  floorSuffix: ["ère"],
  during: {
    day: ["le"],
    period: ["en"],
  },
  ordinalSuffix: ["ère", "ème"],
  decadeBefore: ["années"],
  yearNoun: ["année"],
  above: ["dessus"],
  having: ["avec", "dont"],
  narrower: {
    reported: ["mitoyenne"],
    "": ["jumelée", "individuelle"],
  },
  lettingVerb: ["loue"],
  investment: ["investissement"],
  furnishing: ["meublé", "meublée", "meublées"],
  concord: ["aucun", "aucune", "ni"],
  except: ["sauf", "hors", "excepté", "partout"],
  subject: ["lieu", "emplacement"],
};
