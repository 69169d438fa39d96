export * from "./engines.ts";
export * from "./eventually.ts";
export * from "./freeze.ts";
export * from "./http.ts";
export * from "./link.ts";
export * from "./plat.ts";
