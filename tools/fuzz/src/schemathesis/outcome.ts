/** The result of one run of Schemathesis. */
export interface Outcome {
  cases: number;
  /** Number of responses by `METHOD /path` and status; 0 means no response. */
  responses: ReadonlyMap<string, ReadonlyMap<number, number>>;
  /** Failed checks by kind, with their operations. */
  failures: readonly string[];
}

/** The members of Schemathesis' JSON report that are read. */
export interface JsonReport {
  complete: boolean;
  exit_code: number;
  operations: { selected: number; tested: number };
  phases: Readonly<Record<string, { status: string; skip_reason: string | null }>>;
  test_cases: { generated: number };
  failures: readonly { title: string; count: number; operations: readonly string[] }[];
  errors: readonly unknown[];
}

/** The members of each line of its NDJSON report that are read. */
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

/** Combines the two reports of a run. @param phases the phases that must have run */
export async function readOutcome(
  report: JsonReport,
  lines: AsyncIterable<string> | Iterable<string>,
  phases = allPhases,
): Promise<Outcome> {
  const responses = new Map<string, Map<number, number>>();
  for await (const line of lines) {
    const recorder = (JSON.parse(line) as Event).ScenarioFinished?.recorder;
    for (const [id, { response }] of Object.entries(recorder?.interactions ?? {})) {
      const requestedCase = recorder?.cases?.[id]?.value;
      const name = requestedCase === undefined ? "unknown" : `${requestedCase.method} ${requestedCase.path}`;
      const statuses = responses.get(name) ?? new Map<number, number>();
      const status = response?.status_code ?? 0;
      responses.set(name, statuses.set(status, (statuses.get(status) ?? 0) + 1));
    }
  }
  const failedResponses = [...responses].flatMap(([name, statuses]) =>
    [...statuses]
      .filter(([status]) => status >= 500 || status === 0)
      .map(([status, count]) => `${name}: ${count} times ${status || "no response"}`),
  );
  return {
    cases: report.test_cases.generated,
    responses,
    failures: [
      ...report.failures.map(({ title, count, operations }) => `${title}: ${count} (${operations.join(", ")})`),
      ...failedResponses,
      ...report.errors.map((error) => `error: ${JSON.stringify(error).slice(0, 300)}`),
      ...phases
        .filter((phase) => report.phases[phase]?.skip_reason != null)
        .map((phase) => `the phase ${phase} was skipped`),
      ...(report.complete ? [] : ["the run was aborted"]),
      ...(report.operations.tested === report.operations.selected ? [] : ["not every operation was tested"]),
      ...(report.exit_code === 0 || report.failures.length + report.errors.length > 0
        ? []
        : [`exit code ${report.exit_code}`]),
    ],
  };
}

/** Operations that never succeeded in any run, so that only their errors were tested. */
export function neverSucceeded(outcomes: readonly Outcome[], operations: readonly string[]): string[] {
  const succeeds = (name: string): boolean =>
    outcomes.some(({ responses }) =>
      [...(responses.get(name)?.keys() ?? [])].some((status) => status >= 200 && status < 300),
    );
  return operations.filter((name) => !succeeds(name));
}
