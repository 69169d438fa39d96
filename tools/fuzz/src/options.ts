import { parseArgs } from "node:util";

export const parts = ["schemathesis", "corpus", "slow", "cost"] as const;
export type Part = (typeof parts)[number];

export interface Options {
  only: readonly Part[];
  seed: number;
  examples: number;
  casesMin: number;
}

export const usage = `npm run fuzz -- [options]

  --only corpus,slow    parts to run (all): ${parts.join(", ")}
  --seed 1              of Schemathesis: the same seed draws the same cases
  --examples 30         cases that Schemathesis draws for each operation, beside its examples and its coverage
  --cases 5000          fewer cases of Schemathesis in all are red

Starts a Plat of its own on engines of its own. Ends with 1 when anything is red.`;

/** @throws Error that names the option when one is not as it must be */
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
  const whole = (name: "seed" | "examples" | "cases"): number => {
    if (!/^\d{1,9}$/.test(values[name]) || Number(values[name]) < 1)
      throw new Error(`--${name}: "${values[name]}" must be a whole number from 1`);
    return Number(values[name]);
  };
  const only = values.only.split(",").map((part): Part => {
    const known = parts.find((each) => each === part.trim());
    if (known === undefined) throw new Error(`--only: there is no part '${part}'; there are ${parts.join(", ")}`);
    return known;
  });
  return { only, seed: whole("seed"), examples: whole("examples"), casesMin: whole("cases") };
}
