import { ResponseTooLarge } from "./client.ts";

/** Limit in bytes of a response with listings: bounds the memory per request, however large the listings are. */
export const responseBytesMax = 8 * 1024 * 1024;
/** If a page does not fit into one response, its size is divided by this for the next attempt. */
const shrinkFactor = 4;

/**
 * Fetches a page of listings, and retries with a smaller page while the response is too large.
 * @param size requested page size
 * @param minSize smallest page size to try
 * @throws ResponseTooLarge if even `minSize` listings exceed the limit, and any error of `fetch`
 */
export async function fetchAsManyAsFit<T>(
  size: number,
  minSize: number,
  fetch: (size: number) => Promise<T>,
): Promise<T> {
  for (let current = size; ; current = Math.max(minSize, Math.floor(current / shrinkFactor))) {
    try {
      return await fetch(current);
    } catch (error) {
      if (!(error instanceof ResponseTooLarge) || current <= minSize) throw error;
    }
  }
}
