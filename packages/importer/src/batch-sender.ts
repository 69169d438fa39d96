import { createHash } from "node:crypto";
import { batchResult, validator } from "@plat/contracts";
import type { Chunk, Entry } from "./chunks.ts";
import { type ApiResponse, type Client, errorCodeOf, describeProblem } from "./client.ts";
import { exitCode, CliError } from "./cli-error.ts";
import type { Reason, RejectedRow } from "./report.ts";

export type Mode = "create" | "upsert";

/** Outcomes of the rows of a chunk. */
export interface Outcome {
  created: number;
  updated: number;
  /** Sorted by line. */
  rejectedRows: RejectedRow[];
}

type SizedEntry = Chunk["entries"][number];
type ItemResult = Omit<ReturnType<typeof itemsOf>[number], "index">;

const checkBatch = validator(batchResult);
/** Maximum number of attempts for rows that failed with a server error. */
const roundsMax = 6;
const roundWaitMs = 500;
/** Number of concurrent PATCH requests. */
const concurrentPatches = 4;

/** Creates a function that sends chunks. `runId` makes the Idempotency-Keys of this run different from those of other runs. */
export function createSender(client: Client, mode: Mode, runId: string): (chunk: Chunk) => Promise<Outcome> {
  return async (chunk) => {
    const outcome: Outcome = { created: 0, updated: 0, rejectedRows: [...chunk.rejectedRows] };
    const rest = mode === "upsert" ? await patchOwn(client, chunk.entries, outcome) : chunk.entries;
    await sendBatch(client, mode, `${runId}:${chunk.firstRow}`, rest, outcome);
    outcome.rejectedRows.sort((left, right) => left.line - right.line);
    return outcome;
  };
}

async function sendBatch(
  client: Client,
  mode: Mode,
  position: string,
  entries: readonly SizedEntry[],
  outcome: Outcome,
): Promise<void> {
  let waiting = entries;
  for (let round = 0; waiting.length > 0; round++) {
    const body = `{"mode":"${mode}","items":[${waiting.map(({ json }) => json).join(",")}]}`;
    const idempotencyKey = createHash("sha256").update(`${position}:${round}:${body}`).digest("hex").slice(0, 40);
    const response = await client.send({ method: "POST", path: "/properties/batch", body, idempotencyKey });
    const results = new Map(itemsOf(response).map((result) => [result.index, result]));
    const retryable: SizedEntry[] = [];
    for (const [index, entry] of waiting.entries()) {
      const result = results.get(index);
      if (result === undefined) throw invalidResponse(`there is no result for the row of line ${entry.line}`);
      if (result.status >= 500 || result.status === 429) retryable.push(entry);
      else count(outcome, entry, result);
    }
    const [first] = retryable;
    if (first !== undefined && round + 1 >= roundsMax)
      throw invalidResponse(`${retryable.length} rows failed repeatedly, the first at line ${first.line}`);
    if (first !== undefined) await client.wait(roundWaitMs * 2 ** round, "retry of failed rows");
    waiting = retryable;
  }
}

const invalidResponse = (what: string): CliError => new CliError(exitCode.unavailable, `Unexpected response: ${what}.`);

function itemsOf(response: ApiResponse) {
  if (response.status !== 200)
    throw new CliError(
      exitCode.unavailable,
      `The service rejected a batch: ${describeProblem(response)}. None of its rows were imported.`,
    );
  const checked = checkBatch(response.body);
  if (checked.ok) return checked.value.data;
  const [issue] = checked.issues;
  throw invalidResponse(
    `the result of a batch does not match the contract (${issue?.path.join(".")} ${issue?.detail})`,
  );
}

function count(outcome: Outcome, { line, externalId }: Entry, result: ItemResult): void {
  if (result.status === 201) outcome.created++;
  else if (result.status < 300) outcome.updated++;
  else outcome.rejectedRows.push({ line, externalId, reasons: reasonsOf(result) });
}

/** Why the service rejected a row: the errors by field, otherwise the detail, otherwise the code. */
function reasonsOf(result: Pick<ItemResult, "code" | "detail" | "errors" | "status">): Reason[] {
  const { errors = [], detail, code, status } = result;
  if (errors.length === 0) return [{ field: null, detail: detail ?? code ?? `status ${status}` }];
  return errors.map((error) => {
    const field = (error.pointer ?? error.name ?? "").replace(/^\//, "").replaceAll("/", ".");
    return { field: field.replaceAll("~1", "/").replaceAll("~0", "~"), detail: error.detail };
  });
}

/**
 * Updates the organization's own listings with the ids of exported rows, because these listings have no externalId.
 * @returns the rows that are not updated yet, because the organization has no listing with their id
 */
async function patchOwn(client: Client, entries: readonly SizedEntry[], outcome: Outcome): Promise<SizedEntry[]> {
  const rest = new Set(entries);
  const own = entries.filter(({ ownId }) => ownId !== undefined);
  const patch = async (entry: SizedEntry): Promise<void> => {
    const { externalId: _externalId, ...body } = entry.item;
    const response = await client.send({
      method: "PATCH",
      path: `/properties/${entry.ownId}`,
      body: JSON.stringify(body),
    });
    if (response.status === 404) return;
    rest.delete(entry);
    const problem =
      typeof response.body === "object" && response.body !== null ? (response.body as Partial<ItemResult>) : {};
    const result = { ...problem, status: response.status, id: null, code: String(errorCodeOf(response)) };
    count(outcome, entry, result);
  };
  for (let from = 0; from < own.length; from += concurrentPatches)
    await Promise.all(own.slice(from, from + concurrentPatches).map(patch));
  return entries.filter((entry) => rest.has(entry));
}
