import type { Tables } from "../language.ts";

export const sorting: Tables = {
  sort: {
    "price:asc": [
      "günstigste", "günstigsten", "billigste", "billigsten", "Preis aufsteigend", "günstigste zuerst",
      "niedrigster Preis",
    ],
    "price:desc": ["teuerste", "teuersten", "Preis absteigend"],
    "publishedAt:desc": ["neueste", "neuesten", "neuste", "neusten", "aktuellste"],
    "area:desc": ["größte", "größten"],
    "area:asc": ["kleinste", "kleinsten"],
    "lotArea:desc": ["größtes Grundstück", "größte Grundstücke", "größten Grundstücke"],
  },
  sortBy: ["sortiert nach", "sortieren nach", "sortiere nach", "geordnet nach"],
  sortField: {
    price: ["Preis"],
    publishedAt: ["Datum", "Aktualität"],
    area: ["Größe", "Wohnfläche", "Fläche"],
    distance: ["Entfernung"],
  },
  order: {
    asc: ["aufsteigend"],
    desc: ["absteigend"],
  },
  result: ["Ergebnisse", "Angebote", "Treffer"],
};
