import { AnswerTooLarge } from "./client.ts";

/** Bytes of an answer with listings: most that one question takes up here, whatever the listings hold. */
export const answerBytesMax = 8 * 1024 * 1024;
/** Of listings that are too large for one answer this share is asked for, then this share of that. */
const share = 4;

/**
 * Asks for some listings, and for fewer where they are too large for one answer.
 * @param least fewer are not asked for
 * @throws AnswerTooLarge when the least are too large, and whatever `ask` throws
 */
export async function asManyAsFit<T>(most: number, least: number, ask: (size: number) => Promise<T>): Promise<T> {
  for (let size = most; ; size = Math.max(least, Math.floor(size / share))) {
    try {
      return await ask(size);
    } catch (error) {
      if (!(error instanceof AnswerTooLarge) || size <= least) throw error;
    }
  }
}
