/** One instruction of a Dockerfile. */
export interface Instruction {
  line: number;
  keyword: string;
  /** `--name=value` before the arguments. */
  flags: Record<string, string>;
  /** The remaining text: lines joined, comments removed. */
  rest: string;
}

/** Reads a Dockerfile without heredocs. @throws Error that names a line that is not an instruction */
export function parseDockerfile(text: string): Instruction[] {
  const found: Instruction[] = [];
  const lines = text.split("\n");
  for (let at = 0; at < lines.length; at++) {
    const line = at + 1;
    let statement = lines[at] ?? "";
    if (/^\s*(#|$)/.test(statement)) continue;
    while (statement.endsWith("\\")) {
      const next = lines[++at];
      if (next === undefined) throw new Error(`line ${line}: the file ends within an instruction`);
      statement = /^\s*#/.test(next) ? statement : `${statement.slice(0, -1)}${next.trimStart()}`;
    }
    const [, keyword, after = ""] = /^([A-Z]+)\s+(.*)$/.exec(statement) ?? [];
    if (keyword === undefined) throw new Error(`line ${line}: '${statement}' is not an instruction`);
    const flags: Record<string, string> = {};
    let rest = after;
    for (let flag = /^--([a-z-]+)=(\S+)\s+/.exec(rest); flag !== null; flag = /^--([a-z-]+)=(\S+)\s+/.exec(rest)) {
      flags[flag[1] ?? ""] = flag[2] ?? "";
      rest = rest.slice(flag[0].length);
    }
    if (/<<-?["']?[A-Z]/.test(rest)) throw new Error(`line ${line}: heredocs are not supported`);
    found.push({ line, keyword, flags, rest });
  }
  return found;
}

/** Replaces `$NAME` and `${NAME}`. @throws Error for a variable without a value */
export function expand(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\$(?:\{(\w+)\}|(\w+))/g, (_, braced?: string, bare?: string) => {
    const name = braced ?? bare ?? "";
    const value = values[name];
    if (value === undefined) throw new Error(`$${name} has no value`);
    return value;
  });
}

/** `a=1 b="x y"` as pairs. */
export function pairs(text: string): [name: string, value: string][] {
  return [...text.matchAll(/([\w.]+)=(?:"([^"]*)"|(\S+))/g)].map(([, name = "", quoted, bare]) => [
    name,
    quoted ?? bare ?? "",
  ]);
}
