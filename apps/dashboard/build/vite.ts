import { fileURLToPath } from "node:url";
import type { InlineConfig } from "vite";

/** Vite configuration of a build into `outDir`. URLs are relative, so that the dashboard works below any path. */
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
      // Inlined files would require `data:` in the content security policy.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      chunkSizeWarningLimit: 2000,
    },
  };
}
