/** What a run of Schemathesis came to. */
export interface Outcome {
  cases: number;
  /** Answers by `METHOD /path` and status; 0 where none came. */
  answers: ReadonlyMap<string, ReadonlyMap<number, number>>;
  /** Failed checks, by kind, with the operations. */
  failures: readonly string[];
}

/** What is read of Schemathesis' JSON report. */
export interface JsonReport {
  complete: boolean;
  exit_code: number;
  operations: { selected: number; tested: number };
  phases: Readonly<Record<string, { status: string; skip_reason: string | null }>>;
  test_cases: { generated: number };
  failures: readonly { title: string; count: number; operations: readonly string[] }[];
  errors: readonly unknown[];
}

/** What is read of each line of its NDJSON report. */
interface Event {
  ScenarioFinished?: {
    recorder: {
      cases?: Readonly<Record<string, { value: { method: string; path: string } }>>;
      interactions?: Readonly<Record<string, { response: { status_code: number } | null }>>;
    };
  };
}

/** In the order in which they run. */
export const allPhases: readonly string[] = ["examples", "coverage", "fuzzing", "stateful"];

/** Puts the two reports of a run together. @param phases those that must have run */
export async function readOutcome(
  report: JsonReport,
  lines: AsyncIterable<string> | Iterable<string>,
  phases = allPhases,
): Promise<Outcome> {
  const answers = new Map<string, Map<number, number>>();
  for await (const line of lines) {
    const recorder = (JSON.parse(line) as Event).ScenarioFinished?.recorder;
    for (const [id, { response }] of Object.entries(recorder?.interactions ?? {})) {
      const asked = recorder?.cases?.[id]?.value;
      const name = asked === undefined ? "unknown" : `${asked.method} ${asked.path}`;
      const statuses = answers.get(name) ?? new Map<number, number>();
      const status = response?.status_code ?? 0;
      answers.set(name, statuses.set(status, (statuses.get(status) ?? 0) + 1));
    }
  }
  const broken = [...answers].flatMap(([name, statuses]) =>
    [...statuses]
      .filter(([status]) => status >= 500 || status === 0)
      .map(([status, count]) => `${name}: ${count} times ${status || "no answer"}`),
  );
  return {
    cases: report.test_cases.generated,
    answers,
    failures: [
      ...report.failures.map(({ title, count, operations }) => `${title}: ${count} (${operations.join(", ")})`),
      ...broken,
      ...report.errors.map((error) => `error: ${JSON.stringify(error).slice(0, 300)}`),
      ...phases
        .filter((phase) => report.phases[phase]?.skip_reason != null)
        .map((phase) => `the phase ${phase} was left out`),
      ...(report.complete ? [] : ["the run was broken off"]),
      ...(report.operations.tested === report.operations.selected ? [] : ["not every operation was tested"]),
      ...(report.exit_code === 0 || report.failures.length + report.errors.length > 0
        ? []
        : [`exit code ${report.exit_code}`]),
    ],
  };
}

/** Operations of the document that no run has seen succeed: what was tested there is how they refuse. */
export function neverSucceeded(outcomes: readonly Outcome[], operations: readonly string[]): string[] {
  const succeeds = (name: string): boolean =>
    outcomes.some(({ answers }) =>
      [...(answers.get(name)?.keys() ?? [])].some((status) => status >= 200 && status < 300),
    );
  return operations.filter((name) => !succeeds(name));
}
