/** A number as people write it: `digits / 10^scale`, exact. */
interface Decimal {
  digits: bigint;
  scale: number;
}

/** The decimal that a double stands for: the shortest one that reads back as the same double. */
function decimalOf(value: number): Decimal {
  const [mantissa = "0", exponent = "0"] = value.toString().split("e");
  const [whole = "0", fraction = ""] = mantissa.split(".");
  const scale = fraction.length - Number(exponent);
  const digits = BigInt(whole + fraction);
  return scale >= 0 ? { digits, scale } : { digits: digits * 10n ** BigInt(-scale), scale: 0 };
}

const toDouble = ({ digits, scale }: Decimal): number => Number(`${digits}e-${scale}`);

function compare(a: Decimal, b: Decimal): number {
  const scale = Math.max(a.scale, b.scale);
  const difference = a.digits * 10n ** BigInt(scale - a.scale) - b.digits * 10n ** BigInt(scale - b.scale);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

function multiply(a: Decimal, b: Decimal): Decimal {
  return { digits: a.digits * b.digits, scale: a.scale + b.scale };
}

function add(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale);
  return {
    digits: a.digits * 10n ** BigInt(scale - a.scale) + b.digits * 10n ** BigInt(scale - b.scale),
    scale,
  };
}

const buffer = new Float64Array(1);
const bits = new BigInt64Array(buffer.buffer);
/** The next double away from zero (`1n`) or towards it (`-1n`). */
function step(value: number, direction: 1n | -1n): number {
  buffer[0] = value;
  bits[0] = (bits[0] ?? 0n) + direction;
  return buffer[0] ?? value;
}

/** The smallest double whose decimal is not below a decimal that is not negative. */
function atLeast(exact: Decimal): number {
  const near = toDouble(exact);
  return compare(decimalOf(near), exact) < 0 ? step(near, 1n) : near;
}

/** The largest double whose decimal is not above a decimal that is not negative. */
function atMost(exact: Decimal): number {
  const near = toDouble(exact);
  return compare(decimalOf(near), exact) > 0 ? step(near, -1n) : near;
}

export interface Bounds {
  gte: number;
  lte: number;
}

/** `low` times to `high` times a number that is not negative, both ends included, exact in decimals. */
export function scaledBounds(value: number, low: number, high: number): Bounds {
  const exact = decimalOf(value);
  return { gte: atLeast(multiply(exact, decimalOf(low))), lte: atMost(multiply(exact, decimalOf(high))) };
}

/** A number that is not negative, and `distance` below and above it, both ends included, exact in decimals. */
export function shiftedBounds(value: number, distance: number): Bounds {
  const exact = decimalOf(value);
  const low = add(exact, decimalOf(-distance));
  return { gte: low.digits < 0n ? 0 : atLeast(low), lte: atMost(add(exact, decimalOf(distance))) };
}

/** The product as people would write it, rounded once to a double: `0.1 * 3` is `0.3`. */
export const product = (a: number, b: number): number => toDouble(multiply(decimalOf(a), decimalOf(b)));

export const within = (value: number, { gte, lte }: Bounds): boolean => value >= gte && value <= lte;
