import { propertyPage, validator } from "@plat/contracts";
import { type Client, describeProblem } from "./client.ts";
import { exitCode, CliError } from "./cli-error.ts";
import type { Item } from "./fields.ts";

const pageLimit = 100;
const checkPage = validator(propertyPage);

/**
 * Reads the organization's own listings page by page, oldest first, so that concurrently created listings come last.
 * @throws CliError or Interrupted
 */
export async function* listingPages(client: Pick<Client, "send">, status?: string): AsyncGenerator<Item[]> {
  let cursor: string | null = null;
  do {
    const query = new URLSearchParams({ limit: String(pageLimit), sort: "createdAt" });
    if (status !== undefined) query.set("status", status);
    if (cursor !== null) query.set("cursor", cursor);
    const response = await client.send({ method: "GET", path: `/properties?${query.toString()}` });
    if (response.status !== 200)
      throw new CliError(
        exitCode.unavailable,
        `The service rejected the request for a page of listings: ${describeProblem(response)}.`,
      );
    const checked = checkPage(response.body);
    if (!checked.ok) {
      const [issue] = checked.issues;
      const what = `${issue?.path.join(".")} ${issue?.detail}`;
      throw new CliError(
        exitCode.unavailable,
        `Unexpected response: a page of listings does not match the contract: ${what}.`,
      );
    }
    yield checked.value.data;
    cursor = checked.value.page.nextCursor;
  } while (cursor !== null);
}
