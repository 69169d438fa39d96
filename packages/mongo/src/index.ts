export * from "./connection.ts";
export * from "./indexes.ts";
export * from "./insert.ts";
export * from "./read-in-batches.ts";
export * from "./store-timeout.ts";
