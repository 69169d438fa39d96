export * from "./connection.ts";
export * from "./store-timeout.ts";
export * from "./read-in-batches.ts";
export * from "./indexes.ts";
export * from "./insert.ts";
