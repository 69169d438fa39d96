import type { Language } from "../language.ts";
import { commonWords } from "./common-words.ts";
import { context } from "./context.ts";
import { dates } from "./dates.ts";
import { features } from "./features.ts";
import { grammar } from "./grammar.ts";
import { numbers } from "./numbers.ts";
import { places } from "./places.ts";
import { property } from "./property.ts";
import { protectedWords } from "./protected.ts";
import { sorting } from "./sorting.ts";
import { abbreviations, placeNames, scenicTypes, storedTypes } from "./stored-names.ts";

export const en: Language = {
  code: "en",
  tables: { ...context, ...grammar, ...numbers, ...property, ...features, ...places, ...dates, ...sorting, ...protectedWords },
  abbreviations,
  placeNames,
  storedTypes,
  scenicTypes,
  words: commonWords,
};
