import type { Tables } from "../language.ts";

export const dates: Tables = {
  time: {
    hour: ["ora", "ore"],
    day: ["giorno", "giorni"],
    week: ["settimana", "settimane"],
    month: ["mese", "mesi"],
    year: ["anno", "anni"],
  },
  last: [
    "negli ultimi", "nelle ultime", "ultimi", "ultime", "nell'ultimo", "nell'ultima", "ultimo", "ultima", "gli ultimi",
    "le ultime", "l'ultimo", "l'ultima", "da meno di",
  ],
  this: ["questa", "questo", "di questa", "di questo", "in questa", "in questo", "quest'"],
  day: {
    0: ["oggi", "di oggi", "da oggi"],
    1: ["ieri", "di ieri", "da ieri"],
  },
  listed: [
    "pubblicato", "pubblicata", "pubblicati", "pubblicate", "inserito", "inserita", "inseriti", "inserite",
    "messo in vendita", "messi in vendita", "messa in vendita", "messo online", "messi online", "aggiunto", "aggiunti",
    "aggiunte", "caricato", "caricati", "nuovi", "nuove", "nuovi annunci", "appena pubblicato", "appena pubblicati",
    "appena inserito", "appena inseriti",
  ],
  changed: [
    "aggiornato", "aggiornata", "aggiornati", "aggiornate", "modificato", "modificata", "modificati", "modificate",
  ],
  month: {
    1: ["gennaio"],
    2: ["febbraio"],
    3: ["marzo"],
    4: ["aprile"],
    5: ["maggio"],
    6: ["giugno"],
    7: ["luglio"],
    8: ["agosto"],
    9: ["settembre"],
    10: ["ottobre"],
    11: ["novembre"],
    12: ["dicembre"],
  },
  available: [
    "disponibile", "disponibili", "disponibile da", "disponibile dal", "disponibile a partire da",
    "disponibile a partire dal", "disponibile subito", "disponibile da subito", "subito disponibile", "libero da",
    "libero dal", "libera da", "libera dal", "libero subito", "libera subito", "libero da subito",
    "disponibilità immediata",
  ],
};
