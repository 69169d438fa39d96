/** Runs one turn of load. @returns the CPU time per response including backing services; undefined if it failed */
export type Turn = () => Promise<number | undefined>;

/** A turn counts as an improvement if it costs at least this share less than the best one before. */
const improvementShare = 0.05;
/** A framework is warm after this many turns in a row without improvement. */
const stableTurns = 2;

/**
 * Warms up the frameworks in turns until the CPU time per response no longer decreases for any of them. Just-in-time
 * compilation takes more than a minute for requests as large as searches, and would distort the measurement.
 *
 * @param most maximum turns per framework; one that is not warm by then is measured anyway
 * @returns number of turns of each framework that did not fail
 */
export async function warmUp<Name>(warmUpTurns: ReadonlyMap<Name, Turn>, most: number): Promise<Map<Name, number>> {
  const coldResults = new Map(
    [...warmUpTurns].map(([name, run]) => [name, { run, best: Infinity, stable: 0, turnCount: 0 }]),
  );
  const turnCount = new Map<Name, number>();
  while (coldResults.size > 0) {
    for (const [name, state] of coldResults) {
      if (state.turnCount >= most || state.stable >= stableTurns) {
        turnCount.set(name, state.turnCount);
        coldResults.delete(name);
        continue;
      }
      const cost = await state.run();
      state.turnCount += 1;
      if (cost === undefined) {
        coldResults.delete(name);
        continue;
      }
      state.stable = cost < state.best * (1 - improvementShare) ? 0 : state.stable + 1;
      state.best = Math.min(state.best, cost);
    }
  }
  return turnCount;
}
