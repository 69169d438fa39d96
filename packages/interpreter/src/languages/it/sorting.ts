import type { Tables } from "../language.ts";

export const sorting: Tables = {
  sort: {
    "price:asc": [
      "più economico", "più economica", "più economici", "più economiche", "meno caro", "meno cara", "meno cari",
      "meno care", "meno costoso", "meno costosi", "meno costose", "più conveniente", "più convenienti",
      "prezzo più basso", "prezzi più bassi", "il prezzo più basso", "prezzo minore",
    ],
    "price:desc": [
      "più caro", "più cara", "più cari", "più care", "più costoso", "più costosa", "più costosi", "più costose",
      "prezzo più alto", "prezzi più alti",
    ],
    "publishedAt:desc": [
      "più recente", "più recenti", "più nuovo", "più nuovi", "più nuova", "più nuove", "ultimi annunci",
      "nuovi annunci", "annunci recenti", "annunci più recenti", "novità", "ultimi arrivi", "appena pubblicati",
    ],
    "publishedAt:asc": ["annunci più vecchi", "meno recenti"],
    "area:desc": [
      "più grande", "più grandi", "più ampio", "più ampia", "più ampi", "più ampie", "più spazioso", "più spaziosa",
      "più spaziosi", "più spaziose",
    ],
    "area:asc": ["più piccolo", "più piccola", "più piccoli", "più piccole"],
    "lotArea:desc": [
      "terreno più grande", "terreni più grandi", "lotto più grande", "lotti più grandi", "giardino più grande",
      "giardini più grandi",
    ],
    "lotArea:asc": ["terreno più piccolo", "terreni più piccoli", "lotto più piccolo"],
    "bedrooms:desc": ["più camere", "più camere da letto", "maggior numero di camere"],
    "bedrooms:asc": ["meno camere", "minor numero di camere"],
    "yearBuilt:desc": ["costruzione più recente", "più moderno", "più moderni", "più moderna", "più moderne"],
    "yearBuilt:asc": ["più vecchio", "più vecchia", "più vecchi", "più vecchie", "più antico", "più antichi"],
    "pricePerArea:asc": [
      "prezzo al metro quadro", "prezzo al metro quadrato", "prezzo al mq", "prezzo al m²",
      "miglior prezzo al metro quadro", "miglior prezzo al mq", "prezzo al mq più basso",
      "prezzo al metro quadro più basso", "più economici al mq", "più economico al mq",
    ],
    "pricePerArea:desc": ["prezzo al mq più alto", "prezzo al metro quadro più alto"],
    "distance:asc": ["più vicino", "più vicina", "più vicini", "più vicine"],
    "updatedAt:desc": ["aggiornati di recente", "aggiornate di recente", "ultimo aggiornamento"],
    "relevance:desc": ["più rilevanti", "più pertinenti"],
  },
  sortBy: [
    "ordinato per", "ordinata per", "ordinati per", "ordinate per", "ordina per", "ordinare per", "ordinali per",
    "ordinale per", "in ordine di", "ordinamento per", "ordinati in base al", "ordinati dal", "ordinate dal",
    "ordina dal",
  ],
  sortField: {
    price: ["prezzo", "costo", "canone"],
    publishedAt: ["data", "data di pubblicazione", "data annuncio", "data di inserimento"],
    area: ["superficie", "metratura", "dimensione", "dimensioni", "grandezza", "metri quadri"],
    lotArea: ["superficie del terreno"],
    bedrooms: ["camere", "numero di camere"],
    yearBuilt: ["anno", "anno di costruzione", "età"],
    pricePerArea: ["prezzo al mq", "prezzo al metro quadro", "prezzo al metro quadrato"],
    distance: ["distanza", "vicinanza"],
    updatedAt: ["aggiornamento", "data di aggiornamento"],
    relevance: ["rilevanza", "pertinenza"],
  },
  order: {
    asc: [
      "crescente", "ascendente", "in ordine crescente", "dal più basso", "dal più basso al più alto",
      "dal più economico", "dal più economico al più caro", "dal meno caro", "dal meno caro al più caro",
      "dal più piccolo al più grande",
    ],
    desc: [
      "decrescente", "discendente", "in ordine decrescente", "dal più alto", "dal più alto al più basso",
      "dal più caro", "dal più caro al meno caro", "dal più caro al più economico", "dal più grande al più piccolo",
    ],
  },
  limit: ["i", "gli", "le", "primi", "prime", "i primi", "le prime", "top"],
  result: ["risultati", "annunci", "immobili", "opzioni"],
};
