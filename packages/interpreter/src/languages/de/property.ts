import type { Tables } from "../language.ts";

export const property: Tables = {
  type: {
    house: [
      "Haus", "Häuser", "Häusern", "Einfamilienhaus", "Einfamilienhäuser", "EFH", "Doppelhaushälfte",
      "Doppelhaushälften", "DHH", "Doppelhaus", "Eigenheim", "Wohnhaus", "freistehendes Haus",
      "freistehendes Einfamilienhaus",
    ],
    apartment: [
      "Wohnung", "Wohnungen", "Whg", "Whgn", "Whgen", "Einliegerwohnung", "Etagenwohnung", "Eigentumswohnung",
      "Eigentumswohnungen", "Apartment", "Appartement", "Appartements", "Dachwohnung", "ETW", "Zimmerwohnung",
    ],
    studio: [
      "Einzimmerwohnung", "1-Zimmer-Wohnung", "Einraumwohnung", "1-Zimmer-Apartment", "Ein-Zimmer-Wohnung",
      "Einzimmerapartment",
    ],
    townhouse: ["Reihenhaus", "Reihenhäuser", "Reihenendhaus", "Reihenmittelhaus", "Stadthaus", "Stadthäuser", "RH"],
    penthouse: ["Penthouse-Wohnung", "Penthousewohnung"],
    duplex: ["Maisonette", "Maisonettewohnung", "Maisonette-Wohnung"],
    villa: ["Villen", "Stadtvilla"],
    loft: ["Loftwohnung"],
    bungalow: ["Bungalows"],
    farmhouse: ["Bauernhaus", "Bauernhäuser", "Bauernhof", "Landhaus", "Gutshaus", "Resthof", "Hof"],
    land: [
      "Grundstück", "Grundstücke", "Baugrundstück", "Baugrundstücke", "Bauland", "Bauplatz", "Bauplätze", "Ackerland",
    ],
    office: ["Büro", "Büros", "Bürofläche", "Büroflächen", "Büroraum", "Büroräume"],
    retail: ["Laden", "Ladenlokal", "Ladenfläche", "Geschäft", "Geschäftslokal", "Einzelhandel", "Verkaufsfläche"],
    warehouse: ["Lagerhalle", "Halle", "Lager", "Lagerhallen", "Gewerbehalle", "Lagerfläche"],
    room: [
      "WG-Zimmer", "WG", "Wohngemeinschaft", "Zimmer in WG", "Zimmer in einer WG", "möbliertes Zimmer",
      "Zimmer zur Untermiete", "Einzelzimmer", "WG-Zimmern",
    ],
    multi_family: ["Mehrfamilienhaus", "Mehrfamilienhäuser", "MFH", "Zweifamilienhaus", "Zinshaus"],
    cottage: ["Ferienhaus", "Ferienhäuser"],
    chalet: ["Berghütte"],
  },
  category: {
    commercial: [
      "Gewerbe", "Gewerbefläche", "Gewerbeflächen", "Gewerberaum", "Gewerberäume", "Gewerbeimmobilie",
      "Gewerbeimmobilien",
    ],
  },
  listing: {
    sale: ["zum Kauf", "Kauf", "kaufen", "zu verkaufen", "zum Verkauf", "Verkauf", "zu kaufen", "erwerben"],
    rent: [
      "zur Miete", "miet", "zu mieten", "mieten", "zu vermieten", "Vermietung", "Mietobjekt", "mieten gesucht",
      "anmieten",
    ],
  },
  status: {
    sold: ["verkauft", "verkaufte", "verkauften"],
    pending: ["reserviert", "reservierte"],
    rented: ["vermietet", "vermietete"],
  },
  bed: ["Schlafzimmer", "Schlafzimmern", "Schlafräume", "Schlafräumen", "SZ"],
  bath: ["Bad", "Bäder", "Bädern", "Badezimmer", "Badezimmern"],
  room: ["Zimmer", "Zimmern", "Räume", "Räumen", "Zi", "ZKB", "Raum", "zimmrige"],
  roomAdjective: ["große", "großen", "separate", "kleine"],
  floor: {
    0: ["Erdgeschoss", "EG", "Parterre", "Hochparterre"],
    "-1": ["Souterrain", "Untergeschoss"],
  },
  floorWord: ["Stock", "Etage", "OG", "Obergeschoss", "Stockwerk", "Geschoss"],
  storey: ["Etagen", "Stockwerke", "Geschosse"],
  lot: ["Grundstück", "Grund", "Grdst", "Grundst", "Grundstücksfl", "Grundstücksfläche", "Garten", "Grundstück von", "Grundstücksgröße"],
  areaWord: ["Wohnfläche", "Wohnfl", "Wfl", "Fläche", "Größe", "Nutzfläche"],
  price: [
    "Preis", "Kaufpreis", "Budget", "Miete", "Kosten", "Preis bis", "mein Budget", "Warmmiete", "Kaltmiete",
    "Monatsmiete",
  ],
  fee: [
    "Anzahlung", "Eigenkapital", "Kaution", "Einkommen", "Nettoeinkommen", "Gehalt", "verdiene", "verdienen", "Steuern",
    "Grundsteuer", "Monatsrate", "Hypothek", "Kredit", "Hausgeld", "Nebenkosten",
  ],
  yearWord: ["Baujahr", "gebaut", "erbaut", "errichtet", "Bj"],
  built: ["gebaut", "erbaut", "errichtet"],
  old: ["Jahre alt", "Jahr alt"],
};
