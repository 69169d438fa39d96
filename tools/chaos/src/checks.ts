export type Round = "kills" | "links" | "rolling" | "fsync";

/** One promise as one round saw it. */
export interface Check {
  round: Round;
  /** Names the check, for planted faults. */
  id: string;
  what: string;
  must: string;
  seen: string;
  ok: boolean;
  /** The first few things that were wrong. */
  examples: string[];
}

const examplesMax = 5;

/** Collects what rounds find. */
export class Checks {
  readonly all: Check[] = [];
  /** Facts that are told without being judged, by round. */
  readonly facts: { round: Round; what: string; seen: string }[] = [];
  readonly #told: (line: string) => void;

  constructor(told: (line: string) => void) {
    this.#told = told;
  }

  judge(
    round: Round,
    id: string,
    {
      what,
      must,
      seen,
      ok,
      examples = [],
    }: Omit<Check, "round" | "id" | "examples"> & { examples?: readonly string[] },
  ): void {
    const shown = examples.slice(0, examplesMax);
    this.all.push({ round, id, what, must, seen, ok, examples: shown });
    this.#told(`${ok ? "ok " : "RED"} ${what}: ${seen} (must be: ${must})`);
    if (!ok) for (const example of shown) this.#told(`      ${example}`);
  }

  /** Nothing of the kind may have happened. */
  none(round: Round, id: string, what: string, found: readonly string[]): void {
    this.judge(round, id, { what, must: "0", seen: String(found.length), ok: found.length === 0, examples: found });
  }

  fact(round: Round, what: string, seen: string): void {
    this.facts.push({ round, what, seen });
    this.#told(`    ${what}: ${seen}`);
  }

  get red(): Check[] {
    return this.all.filter(({ ok }) => !ok);
  }
}
