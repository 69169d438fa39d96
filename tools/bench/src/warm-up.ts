/** What an answer cost in one turn of load, CPU of the contestant and the engines together; undefined when it failed. */
export type Turn = () => Promise<number | undefined>;

/** A turn counts as better when it costs this share less than the best before it. */
const better = 0.05;
/** So many turns in a row that are no better, and the contestant is warm. */
const evenTurns = 2;

/**
 * Contestants take turns until what an answer costs no longer falls for any of them: engines compile what they run a
 * lot, for a minute and more where requests are as large as searches are, and what is measured meanwhile is the compiler.
 *
 * @param most turns of a contestant; one that is not warm by then is measured as it is
 * @returns turns of those that did not fail
 */
export async function warmUp<Name>(turns: ReadonlyMap<Name, Turn>, most: number): Promise<Map<Name, number>> {
  const cold = new Map([...turns].map(([name, run]) => [name, { run, best: Infinity, even: 0, had: 0 }]));
  const had = new Map<Name, number>();
  while (cold.size > 0) {
    for (const [name, state] of cold) {
      if (state.had >= most || state.even >= evenTurns) {
        had.set(name, state.had);
        cold.delete(name);
        continue;
      }
      const cost = await state.run();
      state.had += 1;
      if (cost === undefined) {
        cold.delete(name);
        continue;
      }
      state.even = cost < state.best * (1 - better) ? 0 : state.even + 1;
      state.best = Math.min(state.best, cost);
    }
  }
  return had;
}
