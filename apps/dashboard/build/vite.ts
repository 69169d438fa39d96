import { fileURLToPath } from "node:url";
import type { InlineConfig } from "vite";

/** How the page is built into a folder. Addresses are relative, so that it works below any path. */
export function viteConfig(outDir: string): InlineConfig {
  return {
    configFile: false,
    envDir: false,
    root: fileURLToPath(new URL("..", import.meta.url)),
    base: "./",
    logLevel: "warn",
    oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
    build: {
      outDir,
      emptyOutDir: true,
      target: "es2022",
      // Inlined files would need `data:` in the policy.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      chunkSizeWarningLimit: 2000,
    },
  };
}
