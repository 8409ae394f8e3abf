import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

const server = "http://127.0.0.1:8000";

export default defineConfig(({ mode }) => ({
  plugins: [svelte()],
  // Vitest would otherwise take Svelte's server build, which has no lifecycle.
  resolve: mode === "test" ? { conditions: ["browser"] } : {},
  build: {
    outDir: "../src/spadille/web_dist",
    emptyOutDir: true,
    target: "es2022",
    // The server sends `default-src 'self'`: nothing may be inlined as data: or script.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: {
      "/api": server,
      "/ws": { target: server, ws: true },
    },
  },
  test: {
    // Tests that need a document say so in their first line; starting one takes a second.
    environment: "node",
    // The palette's own numbers are tested, so style sheets must not be left out.
    css: true,
    include: ["src/**/*.test.ts", "tests/**/*.test.ts"],
  },
}));
