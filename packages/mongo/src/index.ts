export * from "./connection.ts";
export * from "./guarded.ts";
export * from "./in-parts.ts";
export * from "./indexes.ts";
export * from "./insert.ts";
