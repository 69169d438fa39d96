import { toCase } from "./transforms.ts";

/** Filters for values in a template, for example `{city:title}`. */
const filters: Readonly<Record<string, (text: string) => string>> = {
  upper: (text) => toCase(text, "upper"),
  lower: (text) => toCase(text, "lower"),
  title: (text) => toCase(text, "title"),
  /** Converts codes to words: `CITRUS_HEIGHTS` becomes Citrus Heights. */
  words: (text) => toCase(text.replaceAll(/[_\s]+/g, " ").trim(), "title"),
};

/** Renders a template with the values of its columns; `null` if one of them has no value. */
export type Template = (valueOf: (column: string) => string | null) => string | null;

const filtered = new RegExp(`^(.*?)(?::(${Object.keys(filters).join("|")}))?$`, "s");

/**
 * Parses a template such as `{beds} bed {type:lower} in {city:title}`. `{{` and `}}` are literal braces.
 * @throws Error for an invalid template
 */
export function readTemplate(template: string): { columns: string[]; render: Template } {
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
  const render: Template = (valueOf) => {
    let rendered = "";
    for (const part of parts) {
      if (typeof part === "string") {
        rendered += part;
        continue;
      }
      const value = valueOf(part.column);
      if (value === null) return null;
      rendered += part.filter(value);
    }
    return rendered;
  };
  return { columns, render };
}
