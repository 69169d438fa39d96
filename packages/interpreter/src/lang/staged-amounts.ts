/** New word classes: class → language → phrases, or value → phrases. Moves to the languages. */
export const stagedAmounts = {} as const satisfies Record<string, Record<string, readonly string[] | Record<string, readonly string[]>>>;
