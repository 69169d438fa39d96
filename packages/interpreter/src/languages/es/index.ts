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

export const es: Language = {
  code: "es",
  tables: { ...context, ...grammar, ...numbers, ...property, ...features, ...places, ...dates, ...sorting, ...protectedWords },
  abbreviations: ["hab"],
  placeNames: { articles: ["el", "la", "los", "las"], connectors: ["de", "del"] },
  storedTypes: { house: ["casa adosada"] },
  words: [
    "bueno", "buena", "buenos", "buenas", "bonito", "bonita", "grande", "grandes", "tranquilo", "tranquila", "zona",
    "barrio", "cerca", "colegio", "colegios", "playa", "centro", "ciudad", "calle", "metro", "estación", "familia",
    "ideal", "para", "como", "muy", "luz", "luminoso", "luminosa", "nuevo", "nueva", "barato", "barata", "lujo",
  ],
};
