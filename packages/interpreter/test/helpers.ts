import { expect } from "chai";
import { buildVocabulary, interpret, type InterpretedQuery } from "../src/index.ts";
import { loadVocabulary, NOW } from "./corpus.ts";

export const vocabulary = buildVocabulary(loadVocabulary());

/** Interprets a query and expects it to be a property query. */
export function read(query: string, words = vocabulary): InterpretedQuery {
  const result = interpret(query, words, NOW);
  if ("notAPropertyQuery" in result) return expect.fail(`not recognized as a property query: ${query}`);
  return result;
}
