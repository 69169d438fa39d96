export { explain } from "./explain.ts";
export type { ExplainedMention, Explanation } from "./explain.ts";
export { interpret } from "./interpret.ts";
export { canonicalFeature, expandFeature, plainFeature } from "./lexicon/feature-names.ts";
export { canonicalType, expandType, typeKey } from "./lexicon/type-names.ts";
export { buildVocabulary, vocabularySteps } from "./lexicon/vocabulary.ts";
export type { Vocabulary, VocabularyInput } from "./lexicon/vocabulary.ts";
export type { InterpretedQuery, NearPlace, PlaceLevel } from "./model.ts";
export { aWord, fold } from "./text/fold.ts";
