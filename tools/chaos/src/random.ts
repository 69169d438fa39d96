/** Pseudo-random choices, reproducible by their seed. */
export interface Random {
  /** A number in [0, 1). */
  next(): number;
  between(low: number, high: number): number;
  pick<T>(list: readonly [T, ...T[]] | readonly T[]): T;
  shuffled<T>(list: readonly T[]): T[];
  /** An independent generator for one component: its choices do not depend on those of others. */
  derive(name: string): Random;
}

/** @param seed an integer */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    // mulberry32
    state = (state + 0x6d_2b_79_f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const random: Random = {
    next,
    between: (low, high) => low + (high - low) * next(),
    pick(list) {
      const chosen = list[Math.floor(next() * list.length)];
      if (chosen === undefined) throw new Error("cannot pick from an empty list");
      return chosen;
    },
    shuffled(list) {
      const rest = [...list];
      for (let at = rest.length - 1; at > 0; at--) {
        const other = Math.floor(next() * (at + 1));
        const [one, two] = [rest[at], rest[other]];
        if (one === undefined || two === undefined) continue;
        rest[at] = two;
        rest[other] = one;
      }
      return rest;
    },
    derive(name) {
      let hash = 0x81_1c_9d_c5 ^ seed;
      for (const letter of name) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01_00_01_93);
      return randomFrom(hash);
    },
  };
  return random;
}
