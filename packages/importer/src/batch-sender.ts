import { createHash } from "node:crypto";
import { batchResult, validator } from "@plat/contracts";
import type { Chunk, Entry } from "./chunks.ts";
import { type Answer, type Client, codeOf, problemOf } from "./client.ts";
import { exitCode, Failure } from "./cli-error.ts";
import type { Reason, Refusal } from "./report.ts";

export type Mode = "create" | "upsert";

/** What became of the rows of a chunk. */
export interface Outcome {
  made: number;
  updated: number;
  /** In the order of the lines. */
  refusals: Refusal[];
}

type SizedEntry = Chunk["entries"][number];
type ItemResult = Omit<ReturnType<typeof itemsOf>[number], "index">;

const checkBatch = validator(batchResult);
/** How often rows that the service could not take for reasons of its own are sent again. */
const roundsMax = 6;
const roundWaitMs = 500;
/** Single listings written at a time. */
const patchesAtOnce = 4;

/** Sends chunks. `runId` parts the Idempotency-Keys of this run from those of other runs over the same file. */
export function createSender(client: Client, mode: Mode, runId: string): (chunk: Chunk) => Promise<Outcome> {
  return async (chunk) => {
    const outcome: Outcome = { made: 0, updated: 0, refusals: [...chunk.refusals] };
    const rest = mode === "upsert" ? await patchOwn(client, chunk.entries, outcome) : chunk.entries;
    await sendBatch(client, mode, `${runId}:${chunk.firstRow}`, rest, outcome);
    outcome.refusals.sort((left, right) => left.line - right.line);
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
    const answer = await client.ask({ method: "POST", path: "/properties/batch", body, idempotencyKey });
    const results = new Map(itemsOf(answer).map((result) => [result.index, result]));
    const again: SizedEntry[] = [];
    for (const [index, entry] of waiting.entries()) {
      const result = results.get(index);
      if (result === undefined) throw noAnswer(`the row of line ${entry.line} is not in the answer`);
      if (result.status >= 500 || result.status === 429) again.push(entry);
      else count(outcome, entry, result);
    }
    const [first] = again;
    if (first !== undefined && round + 1 >= roundsMax)
      throw noAnswer(`it could not take ${again.length} rows, the first at line ${first.line}`);
    if (first !== undefined) await client.wait(roundWaitMs * 2 ** round, "rows that the service could not take");
    waiting = again;
  }
}

const noAnswer = (what: string): Failure => new Failure(exitCode.gaveUp, `The service does not do its part: ${what}.`);

function itemsOf(answer: Answer) {
  if (answer.status !== 200)
    throw new Failure(exitCode.gaveUp, `The service refused a whole batch: ${problemOf(answer)}. Nothing of it is in.`);
  const checked = checkBatch(answer.body);
  if (checked.ok) return checked.value.data;
  const [issue] = checked.issues;
  throw noAnswer(`its answer to a batch is not as the contract says (${issue?.path.join(".")} ${issue?.detail})`);
}

function count(outcome: Outcome, { line, externalId }: Entry, result: ItemResult): void {
  if (result.status === 201) outcome.made++;
  else if (result.status < 300) outcome.updated++;
  else outcome.refusals.push({ line, externalId, reasons: reasonsOf(result) });
}

/** Why the service refused a row: the fields if it names any, else its sentence, else its code. */
function reasonsOf(result: Pick<ItemResult, "code" | "detail" | "errors" | "status">): Reason[] {
  const { errors = [], detail, code, status } = result;
  if (errors.length === 0) return [{ field: null, detail: detail ?? code ?? `status ${status}` }];
  return errors.map((error) => {
    const field = (error.pointer ?? error.name ?? "").replace(/^\//, "").replaceAll("/", ".");
    return { field: field.replaceAll("~1", "/").replaceAll("~0", "~"), detail: error.detail };
  });
}

/**
 * Writes rows of an export over the organization's own listings of the same id, which have no externalId to go by.
 * Gives the rows whose id the organization does not have.
 */
async function patchOwn(client: Client, entries: readonly SizedEntry[], outcome: Outcome): Promise<SizedEntry[]> {
  const rest = new Set(entries);
  const own = entries.filter(({ ownId }) => ownId !== undefined);
  const patch = async (entry: SizedEntry): Promise<void> => {
    const { externalId: _made, ...body } = entry.item;
    const answer = await client.ask({
      method: "PATCH",
      path: `/properties/${entry.ownId}`,
      body: JSON.stringify(body),
    });
    if (answer.status === 404) return;
    rest.delete(entry);
    const said = typeof answer.body === "object" && answer.body !== null ? (answer.body as Partial<ItemResult>) : {};
    const result = { ...said, status: answer.status, id: null, code: String(codeOf(answer)) };
    count(outcome, entry, result);
  };
  for (let from = 0; from < own.length; from += patchesAtOnce)
    await Promise.all(own.slice(from, from + patchesAtOnce).map(patch));
  return entries.filter((entry) => rest.has(entry));
}
