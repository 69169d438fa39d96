import { parseArgs } from "node:util";

const parts = ["schemathesis", "corpus", "slow", "cost"] as const;
export type Part = (typeof parts)[number];

export interface Options {
  only: readonly Part[];
  seed: number;
  examples: number;
  casesMin: number;
}

export const usage = `npm run fuzz -- [options]

  --only corpus,slow    parts to run (all): ${parts.join(", ")}
  --seed 1              seed of Schemathesis; the same seed generates the same cases
  --examples 30         cases that Schemathesis generates per operation, in addition to examples and coverage
  --cases 5000          minimum total number of Schemathesis cases

Starts its own Plat on its own backing services. Exit codes: 0 all checks passed, 1 otherwise.`;

/** @throws Error that names the invalid option */
export function readOptions(args: readonly string[]): Options | "help" {
  const text = (value: string) => ({ type: "string", default: value }) as const;
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: text(parts.join(",")),
      seed: text("1"),
      examples: text("30"),
      cases: text("5000"),
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return "help";
  const integer = (name: "seed" | "examples" | "cases"): number => {
    if (!/^\d{1,9}$/.test(values[name]) || Number(values[name]) < 1)
      throw new Error(`--${name}: "${values[name]}" must be an integer from 1 to 999999999`);
    return Number(values[name]);
  };
  const only = values.only.split(",").map((part): Part => {
    const known = parts.find((each) => each === part.trim());
    if (known === undefined) throw new Error(`--only: unknown part '${part}'; known: ${parts.join(", ")}`);
    return known;
  });
  return { only, seed: integer("seed"), examples: integer("examples"), casesMin: integer("cases") };
}
