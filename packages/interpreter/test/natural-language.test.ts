import { expect } from "chai";
import { readdirSync, readFileSync } from "node:fs";
import { parseSync } from "oxc-parser";
import { languages } from "../src/languages/index.ts";
import { lexicon } from "../src/lexicon/lexicon.ts";
import { contextClasses, wordClasses } from "../src/lexicon/word-classes.ts";

interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

const source = (path: string): string => readFileSync(new URL(path, import.meta.url), "utf8");

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}

const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);

function parse(path: string, text: string): Node {
  return parseSync(path, text).program as unknown as Node;
}

/** Keys and string literals, also those of types. */
function namesIn(node: Node): string[] {
  const own = [node["key"], node].flatMap((one) =>
    isNode(one) ? [one.type === "Identifier" ? one["name"] : one.type === "Literal" ? one["value"] : undefined] : [],
  );
  return [...own.filter((name) => typeof name === "string"), ...childrenOf(node).flatMap(namesIn)];
}

const listed = (path: string): string[] =>
  readdirSync(new URL(path, import.meta.url), { recursive: true }).map((name) => String(name).replaceAll("\\", "/"));

const files = listed("../src").filter((path) => path.endsWith(".ts") && !path.startsWith("languages/"));
const searchContracts = listed("../../contracts/src").filter((path) => /^search[^/]*\.ts$/.test(path));

/** Values of the members `name` and `rule`. */
function ruleNamesIn(node: Node): string[] {
  const { key, value } = node as { key?: unknown; value?: unknown };
  const isName = isNode(key) && /^(?:name|rule)$/.test(String(key["name"]));
  const own = isName && isNode(value) && typeof value["value"] === "string" ? [value["value"]] : [];
  return [...own, ...childrenOf(node).flatMap(ruleNamesIn)];
}

/** The values of string types: `type Kind = "amount" | "other"`. */
const typeValuesIn = (node: Node): string[] =>
  node.type.startsWith("TS") ? namesIn(node) : childrenOf(node).flatMap(typeValuesIn);

/** Names of the program that are words as well: word classes, their values, dimensions, rules, and members of the search API. */
const names = new Set([
  ...Object.keys({ ...wordClasses, ...contextClasses }),
  ...languages.flatMap(({ tables }) =>
    Object.values(tables).flatMap((words) => (Array.isArray(words) ? [] : Object.keys(words))),
  ),
  ...["../src/model.ts", ...searchContracts.map((path) => `../../contracts/src/${path}`)].flatMap((path) =>
    namesIn(parse(path, source(path))),
  ),
  ...typeValuesIn(parse("tokenize.ts", source("../src/text/tokenize.ts"))),
  ...files.flatMap((path) => ruleNamesIn(parse(path, source(`../src/${path}`)))),
]);

/** Words of at least two letters that a language knows. */
function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/\p{L}{2,}/gu) ?? [];
  return words.filter((word) => lexicon.owned.has(word) || lexicon.words.has(word) || lexicon.common.has(word));
}

/** The text that a regular expression matches, without classes and escapes. */
const plainPattern = (pattern: string): string =>
  pattern.replace(/\\p\{[^}]*\}|\\u[0-9a-f]{4}|\\.|\[[^\]]*\]|\(\?<?[:=!]/giu, " ");

const isText = (node: unknown): node is Node =>
  isNode(node) && /^(?:Identifier|MemberExpression|CallExpression)$/.test(node.type);

/** Whether a node is the text of a token: `query.norm(i)`, `token.raw`. */
function isTokenText(node: unknown): boolean {
  if (!isText(node)) return false;
  const called = node.type === "CallExpression" ? node["callee"] : node;
  const property = isNode(called) ? (called["property"] ?? called) : undefined;
  return isNode(property) && /^(?:norm|raw|correctedFrom)$/.test(String(property["name"]));
}

/** Names of rules, and texts for people: they are not compared with a query. */
const isForPeople = (key: unknown): boolean => isNode(key) && /^(?:name|rule|detail|note)$/.test(String(key["name"]));

/** Literals with which a source file would recognize words of a query. */
function literalsIn(node: Node): string[] {
  if (/^(?:ImportDeclaration|Export(?:All|Named)Declaration|ThrowStatement|TemplateLiteral)$/.test(node.type)) {
    const inner = [node["declaration"], ...((node["expressions"] as Node[] | undefined) ?? [])];
    return inner.filter(isNode).flatMap(literalsIn);
  }
  if (node.type.startsWith("TS") && !/^TS(?:As|Satisfies|NonNull)Expression$/.test(node.type)) return [];
  if (isForPeople(node["key"]) || (node.type === "VariableDeclarator" && isForPeople(node["id"]))) return [];
  if (node.type === "Literal") {
    const { value, regex } = node as { value?: unknown; regex?: { pattern: string } };
    if (regex)
      return wordsOf(plainPattern(regex.pattern)).every((word) => names.has(word)) ? [] : [`/${regex.pattern}/`];
    return typeof value === "string" && !names.has(value) && wordsOf(value).length > 0 ? [value] : [];
  }
  if (node.type === "BinaryExpression") {
    const literal = [node["left"], node["right"]].find((one) => isNode(one) && typeof one["value"] === "string");
    const isCompared = isTokenText(node["left"]) || isTokenText(node["right"]);
    if (isCompared && isNode(literal) && /\p{L}/u.test(String(literal["value"]))) return [String(literal["value"])];
  }
  return childrenOf(node).flatMap(literalsIn);
}

/** English texts for people, and letters that are the same in all languages. */
const EXCEPTIONS: Readonly<Record<string, readonly string[]>> = {
  "readers/area.ts": ["square yards", "acres", "hectares"],
  "readers/date.ts": ["the date of a sale is not stored; taken as changed since then"],
  "readers/proximity.ts": ["the coordinates"],
  "readers/rooms.ts": ["/^(?:b(\\d)(?:b|ba)?|x(\\d))$/", "b"],
  "resolve/location.ts": ["the distance", "the first"],
  "resolve/measures.ts": ["alternatives cannot each have limits of their own; searched as widely as holds them all"],
  "text/tokenize.ts": ["b"],
};
/** Files of which all texts are for people: the definitions of word classes, and the summary. */
const FOR_PEOPLE = ["lexicon/word-classes.ts", "resolve/describe.ts"];

function found(path: string, text: string): string[] {
  const program = parse(path, text);
  const allowed = new Set([...(EXCEPTIONS[path] ?? []), ...typeValuesIn(program)]);
  return [...new Set(literalsIn(program))].filter((literal) => !allowed.has(literal));
}

describe("words of natural languages", () => {
  for (const path of files.filter((each) => !FOR_PEOPLE.includes(each)))
    it(`${path} › contains none: they are data of src/languages`, () => {
      expect(found(path, source(`../src/${path}`))).to.deep.equal([]);
    });

  const injected: [code: string, literal: string][] = [
    ['if (query.norm(i) === "x") return;', "x"],
    ['if ("ü" !== token.raw) return;', "ü"],
    ['const words = new Set(["bei", "unter"]);', "bei"],
    ['const words = "sous sur".split(" ");', "sous sur"],
    ["const isView = /^(?:view|blick)$/.test(word);", "/^(?:view|blick)$/"],
  ];
  for (const [code, literal] of injected)
    it(`${code} › is found`, () => {
      expect(found("readers/example.ts", code)).to.include(literal);
    });

  it("names of the program and texts for people › are not words of a query", () => {
    const code = `
      import { x } from "./near.ts";
      type Kind = "unter";
      const kind: Kind = "unter";
      if (query.has(i, "near", "type") && one.polarity === "wanted" && /^(?:land|farm)$/.test(type)) throw new Error("not near");
      const rule = { name: "sea", detail: "only one distance", read: () => mention("price", 0, 1, \`near \${x}\`) };`;
    expect(found("readers/example.ts", code)).to.deep.equal([]);
  });
});
