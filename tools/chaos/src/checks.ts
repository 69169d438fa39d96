export type Scenario = "kills" | "links" | "rolling" | "fsync";

/** The result of one check in one scenario. */
export interface Check {
  scenario: Scenario;
  /** Mutations name the checks that must fail by this id. */
  id: string;
  what: string;
  expected: string;
  seen: string;
  ok: boolean;
  /** The first few violations. */
  examples: string[];
}

const maxExamples = 5;

/** Collects the results of all scenarios. */
export class Checks {
  readonly all: Check[] = [];
  /** Measurements that are reported but not checked. */
  readonly facts: { scenario: Scenario; what: string; seen: string }[] = [];
  readonly #report: (line: string) => void;

  /** @param onProgress receives one line per result */
  constructor(onProgress: (line: string) => void) {
    this.#report = onProgress;
  }

  record(
    scenario: Scenario,
    id: string,
    {
      what,
      expected,
      seen,
      ok,
      examples = [],
    }: Omit<Check, "scenario" | "id" | "examples"> & { examples?: readonly string[] },
  ): void {
    const shown = examples.slice(0, maxExamples);
    this.all.push({ scenario, id, what, expected, seen, ok, examples: shown });
    this.#report(`${ok ? "ok " : "FAILED"} ${what}: ${seen} (expected: ${expected})`);
    if (!ok) for (const example of shown) this.#report(`      ${example}`);
  }

  /** Records a check that fails if there is any violation. */
  recordNone(scenario: Scenario, id: string, what: string, found: readonly string[]): void {
    this.record(scenario, id, {
      what,
      expected: "0",
      seen: String(found.length),
      ok: found.length === 0,
      examples: found,
    });
  }

  recordFact(scenario: Scenario, what: string, seen: string): void {
    this.facts.push({ scenario, what, seen });
    this.#report(`    ${what}: ${seen}`);
  }

  get failed(): Check[] {
    return this.all.filter(({ ok }) => !ok);
  }
}
