import { propertyPage, validator } from "@plat/contracts";
import { type Client, problemOf } from "./client.ts";
import { exitCode, Failure } from "./cli-error.ts";
import type { Item } from "./fields.ts";

const pageLimit = 100;
const checkPage = validator(propertyPage);

/**
 * The organization's own listings, oldest first, so that those made meanwhile come last; a page at a time.
 * @throws Failure, Stopped
 */
export async function* ownListings(client: Pick<Client, "ask">, status?: string): AsyncGenerator<Item[]> {
  let cursor: string | null = null;
  do {
    const query = new URLSearchParams({ limit: String(pageLimit), sort: "createdAt" });
    if (status !== undefined) query.set("status", status);
    if (cursor !== null) query.set("cursor", cursor);
    const answer = await client.ask({ method: "GET", path: `/properties?${query.toString()}` });
    if (answer.status !== 200)
      throw new Failure(exitCode.gaveUp, `The service refused a page of listings: ${problemOf(answer)}.`);
    const checked = checkPage(answer.body);
    if (!checked.ok) {
      const [issue] = checked.issues;
      const what = `${issue?.path.join(".")} ${issue?.detail}`;
      throw new Failure(exitCode.gaveUp, `A page of listings is not as the contract says: ${what}.`);
    }
    yield checked.value.data;
    cursor = checked.value.page.nextCursor;
  } while (cursor !== null);
}
