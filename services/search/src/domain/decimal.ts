/** An exact decimal number: `digits / 10^scale`. */
interface Decimal {
  digits: bigint;
  scale: number;
}

/** The shortest decimal that parses to the same double. */
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
/** The adjacent double away from zero (`1n`) or towards zero (`-1n`). */
function adjacentDouble(value: number, direction: 1n | -1n): number {
  buffer[0] = value;
  bits[0] = (bits[0] ?? 0n) + direction;
  return buffer[0] ?? value;
}

/** The smallest double whose decimal is at least a non-negative decimal. */
function smallestDoubleAtLeast(exact: Decimal): number {
  const nearest = toDouble(exact);
  return compare(decimalOf(nearest), exact) < 0 ? adjacentDouble(nearest, 1n) : nearest;
}

/** The largest double whose decimal is at most a non-negative decimal. */
function largestDoubleAtMost(exact: Decimal): number {
  const near = toDouble(exact);
  return compare(decimalOf(near), exact) > 0 ? adjacentDouble(near, -1n) : near;
}

/** An inclusive range of doubles. */
export interface Bounds {
  gte: number;
  lte: number;
}

/** The range from `low` times to `high` times a non-negative number, exact in decimal arithmetic. */
export function scaledBounds(value: number, low: number, high: number): Bounds {
  const exact = decimalOf(value);
  return {
    gte: smallestDoubleAtLeast(multiply(exact, decimalOf(low))),
    lte: largestDoubleAtMost(multiply(exact, decimalOf(high))),
  };
}

/** The range of `distance` below and above a non-negative number, exact in decimal arithmetic; at least 0. */
export function shiftedBounds(value: number, distance: number): Bounds {
  const exact = decimalOf(value);
  const low = add(exact, decimalOf(-distance));
  return {
    gte: low.digits < 0n ? 0 : smallestDoubleAtLeast(low),
    lte: largestDoubleAtMost(add(exact, decimalOf(distance))),
  };
}

/** The exact decimal product, rounded once to a double: `0.1 * 3` is `0.3`. */
export const product = (a: number, b: number): number => toDouble(multiply(decimalOf(a), decimalOf(b)));

export const isWithin = (value: number, { gte, lte }: Bounds): boolean => value >= gte && value <= lte;
