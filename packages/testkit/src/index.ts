export * from "./backing-services.ts";
export * from "./environment.ts";
export * from "./eventually.ts";
export * from "./freeze.ts";
export * from "./http.ts";
export * from "./plat.ts";
export * from "./program-environment.ts";
export * from "./tcp-proxy.ts";
