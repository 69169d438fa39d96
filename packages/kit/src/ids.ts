import { v5, v7 } from "uuid";

/** Returns a new UUIDv7. Ids sort by the time of their creation. */
export const newId = (): string => v7();

/** Returns the UUIDv5 of a name in a namespace (a UUID): equal names have equal ids. */
export const deterministicId = (name: string, namespace: string): string => v5(name, namespace);
