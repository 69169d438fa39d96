import type { Tables } from "../language.ts";

/** Words that rules look at only beside other words. They are not reserved. */
export const context: Tables = {
  placeNoun: [
    "Straße", "Platz", "Allee", "Weg", "Ufer", "Park", "Viertel", "See",
  ],
  edit: {
    replace: ["nur", "stattdessen", "lieber"],
    add: ["auch", "zusätzlich"],
    remove: ["entferne", "entfernen", "ohne den", "ohne die", "streiche"],
  },
  comparative: {
    "price:asc": ["billiger", "günstiger"],
    "price:desc": ["teurer"],
    "area:desc": ["größer"],
    "area:asc": ["kleiner"],
    "publishedAt:desc": ["neuer"],
    "distance:asc": ["näher"],
  },
  article: {
    definite: ["der", "die"],
  },
  copula: ["ist"],
  ofWord: ["von"],
  moneyFor: ["als"],
  than: ["als"],
  contrast: ["aber"],
  andHalf: ["und ein halb", "und halb"],
  per: ["pro", "je"],
  startingAt: ["ab"],
  rent: {
    "": ["Miete", "Warmmiete", "Kaltmiete"],
    month: ["Monatsmiete"],
  },
  periodAdverb: ["monatlich", "wöchentlich", "jährlich"],
  rentBasis: ["warm", "kalt", "Warmmiete", "Kaltmiete", "nettokalt", "bruttokalt"],
  scaleCurrency: {
    EUR: ["TEUR"],
  },
  postalLabel: ["PLZ", "Postleitzahl"],
  elsewhere: ["überall außer"],
  away: ["entfernt"],
  outskirts: ["am Rand von", "Vororte von"],
  coordinate: ["Breitengrad", "Längengrad"],
  amenity: [
    "Bahnhof", "U-Bahn", "Ubahn", "S-Bahn", "Sbahn", "Strand", "Schule", "Schulen", "Universität", "Uni", "Flughafen",
    "Campus",
  ],
  moving: ["umziehen", "ziehen", "ziehe", "Umzug"],
  route: {
    from: ["von"],
    to: ["nach"],
  },
  temporal: { moment: ["nach", "vor", "seit"], construction: ["nicht älter"] },
  during: {
    day: ["am"],
    period: ["im"],
  },
  decadeAfter: ["er Jahre", "er Jahren", "er-Jahre", "er-Jahren"],
  yearNoun: ["Jahr", "Baujahr", "Bj"],
  older: ["älter"],
  above: ["über"],
  having: ["mit"],
  typeLabel: ["vom Typ", "des Typs", "Typ"],
  narrower: {
    reported: ["Doppelhaushälfte", "Doppelhaushälften", "DHH"],
    "": [
      "doppelhaus", "einfamilienhaus", "einfamilienhäuser", "efh", "freistehendes", "reihenendhaus",
      "reihenmittelhaus", "etagenwohnung", "eigentumswohnung", "eigentumswohnungen", "etw", "dachwohnung",
    ],
  },
  investment: ["Kapitalanlage"],
  anything: ["etwas"],
  except: ["außer", "ausgenommen", "überall"],
  subject: ["Lage"],
};
