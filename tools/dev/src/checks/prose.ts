import { parseSync } from "oxc-parser";
import { type Term, terms } from "./terms.ts";

export interface Finding {
  line: number;
  text: string;
  instead: string;
}

/** Text to check, with its place in the file. */
interface Passage {
  offset: number;
  text: string;
}

/**
 * Finds wording that the project does not use.
 * @param file decides how the text is read: Markdown without its code, or TypeScript's comments, strings and JSX text
 */
export function checkProse(file: string, text: string, list: readonly Term[] = terms): Finding[] {
  const passages = /\.mdx?$/.test(file) ? markdownPassages(text) : codePassages(file, text);
  const findings = passages.flatMap((passage) =>
    list.flatMap(({ pattern, instead }) =>
      [...passage.text.matchAll(pattern)].map((match) => ({
        line: text.slice(0, passage.offset + match.index).split("\n").length,
        text: match[0],
        instead,
      })),
    ),
  );
  return findings.toSorted((a, b) => a.line - b.line);
}

function markdownPassages(text: string): Passage[] {
  const blank = (code: string): string => code.replace(/[^\n]/g, " ");
  const prose = text
    .replace(/^(```|~~~)[\s\S]*?^\1/gm, blank)
    .replace(/`[^`\n]*`/g, blank)
    .replace(/\]\([^)]*\)/g, blank);
  return [{ offset: 0, text: prose }];
}

interface Node {
  type: string;
  start: number;
  end: number;
  value?: unknown;
}

function codePassages(file: string, text: string): Passage[] {
  const { comments, program } = parseSync(file, text);
  const passages: Passage[] = comments.map(({ start, end }) => ({ offset: start, text: text.slice(start, end) }));
  const visit = (node: Node): void => {
    if (node.type === "ImportDeclaration" || node.type.startsWith("TSLiteral")) return;
    const isText = node.type === "TemplateElement" || node.type === "JSXText";
    if (isText || (node.type === "Literal" && typeof node.value === "string"))
      passages.push({ offset: node.start, text: text.slice(node.start, node.end) });
    for (const child of Object.values(node).flat()) if (isNode(child)) visit(child);
  };
  visit(program);
  return passages;
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as { type?: unknown }).type === "string";
