/** Damerau-Levenshtein distance (an adjacent swap counts as one edit), or `limit + 1` if it is greater than `limit`. */
export function editDistance(a: string, b: string, limit: number): number {
  if (a === b) return 0;
  const n = a.length;
  const m = b.length;
  if (Math.abs(n - m) > limit) return limit + 1;
  let before: number[] = [];
  let last: number[] = [];
  for (let j = 0; j <= m; j++) last.push(j);
  for (let i = 1; i <= n; i++) {
    const row: number[] = [i];
    let best = i;
    for (let j = 1; j <= m; j++) {
      const cost = a.charCodeAt(i - 1) === b.charCodeAt(j - 1) ? 0 : 1;
      let value = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + cost);
      if (
        i > 1 &&
        j > 1 &&
        a.charCodeAt(i - 1) === b.charCodeAt(j - 2) &&
        a.charCodeAt(i - 2) === b.charCodeAt(j - 1)
      ) {
        value = Math.min(value, (before[j - 2] ?? 0) + 1);
      }
      row.push(value);
      if (value < best) best = value;
    }
    if (best > limit) return limit + 1;
    before = last;
    last = row;
  }
  return Math.min(last[m] ?? 0, limit + 1);
}

/** Maximum edit distance of a correction for a word of this length. */
export function editBound(length: number): number {
  return length < 4 ? 0 : length < 8 ? 1 : 2;
}

export interface Near {
  word: string;
  distance: number;
  weight: number;
}

/** Index for approximate matching of words. A bit mask of letters excludes most candidates before the edit distance is computed. */
export class FuzzyIndex {
  readonly #byLength = new Map<number, { words: string[]; masks: number[]; weights: number[] }>();

  add(word: string, weight: number): void {
    let bucket = this.#byLength.get(word.length);
    if (!bucket) this.#byLength.set(word.length, (bucket = { words: [], masks: [], weights: [] }));
    bucket.words.push(word);
    bucket.masks.push(letterMask(word));
    bucket.weights.push(weight);
  }

  /** The best match by edit distance, then by weight. The first letter must be equal, or be swapped with the second. */
  find(word: string, limit: number): Near[] {
    const found: Near[] = [];
    const mask = letterMask(word);
    const first = word.charCodeAt(0);
    for (let length = word.length - limit; length <= word.length + limit; length++) {
      const bucket = this.#byLength.get(length);
      if (!bucket) continue;
      for (let k = 0; k < bucket.masks.length; k++) {
        if (bitCount(mask ^ (bucket.masks[k] ?? 0)) > 2 * limit) continue;
        const candidate = bucket.words[k] ?? "";
        if (candidate.charCodeAt(0) !== first && candidate.charCodeAt(1) !== first) continue;
        const distance = editDistance(word, candidate, limit);
        if (distance <= limit) found.push({ word: candidate, distance, weight: bucket.weights[k] ?? 0 });
      }
    }
    return found.toSorted((a, b) => a.distance - b.distance || b.weight - a.weight || (a.word < b.word ? -1 : 1));
  }
}

function letterMask(word: string): number {
  let mask = 0;
  for (let i = 0; i < word.length; i++) mask |= 1 << (word.charCodeAt(i) % 31);
  return mask;
}

function bitCount(bits: number): number {
  let n = bits - ((bits >>> 1) & 0x55555555);
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333);
  return (((n + (n >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}
