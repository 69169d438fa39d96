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

export const fr: Language = {
  code: "fr",
  tables: { ...context, ...grammar, ...numbers, ...property, ...features, ...places, ...dates, ...sorting, ...protectedWords },
  distinctive: ["à", "où"],
  homographs: ["dont"],
  words: [
    "bon", "bonne", "beau", "belle", "beaux", "calme", "quartier", "école", "écoles", "plage", "centre", "ville", "rue",
    "gare", "famille", "idéal", "lumineux", "lumineuse", "nouveau", "nouvelle", "ancien", "ancienne", "grand", "grande",
    "petit", "petite", "proche", "pas", "cher", "luxe", "secteur", "ne",
  ],
};
