import { toCase } from "./transforms.ts";

/** What may be done to a value in a template, like `{city:title}`. */
const filters: Readonly<Record<string, (text: string) => string>> = {
  upper: (text) => toCase(text, "upper"),
  lower: (text) => toCase(text, "lower"),
  title: (text) => toCase(text, "title"),
  /** Codes as words: `CITRUS_HEIGHTS` becomes Citrus Heights. */
  words: (text) => toCase(text.replaceAll(/[_\s]+/g, " ").trim(), "title"),
};

/** Makes a template's text from the values of its columns; nothing when one of them has no value. */
export type Template = (valueOf: (column: string) => string | null) => string | null;

const filtered = new RegExp(`^(.*?)(?::(${Object.keys(filters).join("|")}))?$`, "s");

/**
 * Reads a template like `{beds} bed {type:lower} in {city:title}`; `{{` and `}}` stand for the braces themselves.
 * @throws Error with what is wrong with it
 */
export function readTemplate(template: string): { columns: string[]; make: Template } {
  const parts: (string | { column: string; filter: (text: string) => string })[] = [];
  const columns: string[] = [];
  let from = 0;
  const literal = (to: number): void => {
    const text = template.slice(from, to).replaceAll("{{", "{").replaceAll("}}", "}");
    if (text !== "") parts.push(text);
  };
  for (const match of template.matchAll(/\{\{|\}\}|\{([^{}]*)\}|[{}]/g)) {
    if (match[0] === "{{" || match[0] === "}}") continue;
    if (match[1] === undefined) throw new Error(`the template '${template}' has a single '${match[0]}'`);
    literal(match.index);
    from = match.index + match[0].length;
    const [, column = "", name] = filtered.exec(match[1]) ?? [];
    parts.push({ column, filter: filters[name ?? ""] ?? ((text) => text) });
    columns.push(column);
  }
  literal(template.length);
  const make: Template = (valueOf) => {
    let made = "";
    for (const part of parts) {
      if (typeof part === "string") {
        made += part;
        continue;
      }
      const value = valueOf(part.column);
      if (value === null) return null;
      made += part.filter(value);
    }
    return made;
  };
  return { columns, make };
}
