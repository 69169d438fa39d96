import type { Language } from "../language.ts";
import { context } from "./context.ts";
import { dates } from "./dates.ts";
import { features } from "./features.ts";
import { grammar } from "./grammar.ts";
import { numbers } from "./numbers.ts";
import { places } from "./places.ts";
import { property } from "./property.ts";
import { protectedWords } from "./protected.ts";
import { sorting } from "./sorting.ts";

export const it: Language = {
  code: "it",
  tables: { ...context, ...grammar, ...numbers, ...property, ...features, ...places, ...dates, ...sorting, ...protectedWords },
  compounds: {
    first: ["mille", "duemila", "tremila", "quattromila", "cinquemila", "seimila", "settemila", "ottomila", "novemila"],
    last: [
      "cento", "duecento", "trecento", "quattrocento", "cinquecento", "seicento", "settecento", "ottocento", "novecento",
    ],
  },
  elisions: ["l", "d", "c", "un", "all", "dall", "dell", "nell", "sull", "quest"],
  placeNames: { articles: ["la"], connectors: ["a"] },
  words: [
    "buono", "buona", "bella", "bello", "belli", "belle", "grande", "grandi", "tranquillo", "tranquilla", "zona",
    "quartiere", "vicino", "scuola", "scuole", "spiaggia", "centro", "città", "via", "viale", "piazza", "metropolitana",
    "stazione", "famiglia", "ideale", "per", "come", "molto", "luce", "luminoso", "luminosa", "nuovo", "nuova",
    "economico", "lusso", "università", "ospedale", "aeroporto", "negozi", "supermercato", "mezzi", "servizi", "sole",
    "silenzio", "natura", "verde", "servita", "servito", "posizione", "ottimo", "ottima", "collegato", "comodo", "ad",
    "app", "bel", "ben", "cam", "costa", "dell", "dove", "donna", "due", "ed", "era", "fa", "io", "lava", "lotto",
    "mamma", "mare", "alta", "alto", "monte", "ora", "ore", "otto", "pellet", "poi", "palazzo", "portico", "prima",
    "quest", "riva", "salve", "sola", "terra", "va", "velux", "vini",
  ],
};
