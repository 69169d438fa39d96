import { expect } from "chai";
import { buildVocabulary, interpret, type InterpretedQuery } from "../src/index.ts";
import { loadVocabulary, NOW } from "./corpus.ts";

export const vocabulary = buildVocabulary(loadVocabulary());

/** Reads a query that must be one for property. */
export function read(query: string, words = vocabulary): InterpretedQuery {
  const result = interpret(query, words, NOW);
  if ("notAPropertyQuery" in result) return expect.fail(`not taken for a property query: ${query}`);
  return result;
}
