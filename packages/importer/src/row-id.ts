import { createHash } from "node:crypto";

/** JSON with the members of objects in the order of their names, so that equal rows have equal texts. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1));
  return `{${members.map(([name, inner]) => `${JSON.stringify(name)}:${canonical(inner)}`).join(",")}}`;
}

/** SHA-256 of what is in a row, whatever the order of its columns and whatever a mapping makes of it. */
export function hashRow(cells: ReadonlyMap<string, unknown>): Buffer {
  const sorted = [...cells].toSorted(([left], [right]) => (left < right ? -1 : 1));
  return createHash("sha256").update(canonical(sorted)).digest();
}

/**
 * Gives ids to rows that have none of their own: `row-` and 32 hexadecimal digits of the row's hash, for the second
 * equal row with `-2` at the end, and so on. The same rows always get the same ids.
 *
 * Remembers 8 bytes of each row, in a table twice that large at most.
 */
export class RowIds {
  #slots = new BigUint64Array(1 << 12);
  #used = 0;
  /** Only of rows that occur more than once. */
  readonly #repeats = new Map<string, number>();

  idOf(cells: ReadonlyMap<string, unknown>): string {
    const hash = hashRow(cells);
    const id = `row-${hash.toString("hex", 0, 16)}`;
    // 0 marks a free slot.
    if (this.#add(hash.readBigUInt64BE(16) || 1n)) return id;
    const number = (this.#repeats.get(id) ?? 1) + 1;
    this.#repeats.set(id, number);
    return `${id}-${number}`;
  }

  /** False if it was there already. */
  #add(print: bigint): boolean {
    if (this.#used * 2 >= this.#slots.length) this.#grow();
    const slot = find(this.#slots, print);
    if (this.#slots[slot] === print) return false;
    this.#slots[slot] = print;
    this.#used++;
    return true;
  }

  #grow(): void {
    const larger = new BigUint64Array(this.#slots.length * 2);
    for (const print of this.#slots) if (print !== 0n) larger[find(larger, print)] = print;
    this.#slots = larger;
  }
}

/** Where a print stands or would stand, in a table whose length is a power of two. */
function find(slots: BigUint64Array, print: bigint): number {
  const mask = slots.length - 1;
  let slot = Number(print & BigInt(mask));
  for (let there = slots[slot]; there !== 0n && there !== print; there = slots[slot]) slot = (slot + 1) & mask;
  return slot;
}
