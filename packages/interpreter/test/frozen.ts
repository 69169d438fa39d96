/** Freezes a value and what it contains. Writing to it throws a TypeError, so that a pass that changes its input fails. */
export function frozen<T>(value: T): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const member of Object.values(value)) frozen(member);
  return value;
}
