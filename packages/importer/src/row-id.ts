import { createHash } from "node:crypto";

/** JSON with the members of objects sorted by name, so that equal rows have equal texts. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1));
  return `{${members.map(([name, inner]) => `${JSON.stringify(name)}:${canonical(inner)}`).join(",")}}`;
}

/** SHA-256 of a row's content. Independent of the order of columns and of the mapping. */
export function hashRow(cells: ReadonlyMap<string, unknown>): Buffer {
  const sorted = [...cells].toSorted(([left], [right]) => (left < right ? -1 : 1));
  return createHash("sha256").update(canonical(sorted)).digest();
}

/**
 * Derives ids for rows without an id: `row-` and 32 hexadecimal digits of the row's hash. The second equal row gets the
 * suffix `-2`, and so on. The same rows in the same order always get the same ids.
 *
 * Stores a fingerprint of 8 bytes per row in an open-addressing hash table: 16 to 32 bytes per row.
 */
export class RowIds {
  #slots = new BigUint64Array(1 << 12);
  #used = 0;
  /** Number of occurrences by id, only of rows that occur more than once. */
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

  /** Adds a fingerprint. @returns false if the table already contains it */
  #add(fingerprint: bigint): boolean {
    if (this.#used * 2 >= this.#slots.length) this.#grow();
    const slot = slotOf(this.#slots, fingerprint);
    if (this.#slots[slot] === fingerprint) return false;
    this.#slots[slot] = fingerprint;
    this.#used++;
    return true;
  }

  #grow(): void {
    const larger = new BigUint64Array(this.#slots.length * 2);
    for (const fingerprint of this.#slots) if (fingerprint !== 0n) larger[slotOf(larger, fingerprint)] = fingerprint;
    this.#slots = larger;
  }
}

/** Index of a fingerprint, or of the free slot for it (linear probing). The length of the table is a power of two. */
function slotOf(slots: BigUint64Array, fingerprint: bigint): number {
  const mask = slots.length - 1;
  let slot = Number(fingerprint & BigInt(mask));
  for (let occupant = slots[slot]; occupant !== 0n && occupant !== fingerprint; occupant = slots[slot])
    slot = (slot + 1) & mask;
  return slot;
}
