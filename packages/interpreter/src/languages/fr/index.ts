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
  distinctive: [
    "à", "où", "T1", "T2", "T3", "T4", "T5", "T6", "T7", "T8", "F1", "F2", "F3", "F4", "F5", "F6", "F7", "F8", "t1",
    "t2", "t3", "t4", "t5", "t6", "t7", "t8", "f1", "f2", "f3", "f4", "f5", "f6", "f7", "f8",
  ],
  homographs: ["dont"],
  abbreviations: ["env", "dept", "fr"],
  elisions: ["l", "d", "j", "n", "s", "c", "t", "m", "qu"],
  placeNames: { articles: ["le", "la", "les", "l"], connectors: ["de", "sur", "sous", "les"] },
  words: [
    "bon", "bonne", "beau", "belle", "beaux", "calme", "quartier", "école", "écoles", "plage", "centre", "ville", "rue",
    "gare", "famille", "idéal", "lumineux", "lumineuse", "nouveau", "nouvelle", "ancien", "ancienne", "grand", "grande",
    "petit", "petite", "proche", "pas", "cher", "luxe", "secteur", "ne",
  ],
};
