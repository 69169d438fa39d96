import { v5, v7 } from "uuid";

/** A new UUIDv7: unique, and later ones sort after earlier ones. */
export const newId = (): string => v7();

/** UUIDv5 of a name within a namespace: the same name always gives the same id. */
export const deterministicId = (name: string, namespace: string): string => v5(name, namespace);
