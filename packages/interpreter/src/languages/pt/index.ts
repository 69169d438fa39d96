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

export const pt: Language = {
  code: "pt",
  tables: { ...context, ...grammar, ...numbers, ...property, ...features, ...places, ...dates, ...sorting, ...protectedWords },
  distinctive: ["é", "não", "à"],
  homographs: ["no"],
  abbreviations: ["ap"],
  placeNames: { connectors: ["a", "de"] },
  words: [
    "bom", "boa", "bons", "boas", "bonito", "bonita", "grande", "grandes", "tranquilo", "tranquila", "zona", "bairro",
    "perto", "escola", "escolas", "praia", "praias", "centro", "cidade", "rua", "avenida", "metro", "metrô", "estação",
    "família", "ideal", "para", "como", "muito", "muita", "luz", "luminoso", "luminosa", "novo", "nova", "barato",
    "barata", "luxo", "universidade", "hospital", "aeroporto", "shopping", "mercado", "supermercado", "comércio",
    "transportes", "serviços", "sol", "sossego", "silêncio", "natureza", "dia", "bem", "localização", "acesso",
    "acessos", "ótima", "ótimo", "excelente", "fundamental", "principal", "particular", "gourmet", "tacos", "vigilante",
    "alto", "campo", "campos", "copa", "corte", "linda", "lindo", "monte", "montes", "eu", "ir", "quadra", "todo",
    "toda", "útil", "vida", "rc", "res", "boxes", "frontal", "março", "marquise", "quota", "terra", "tempo", "era",
  ],
};
