// Every package's tests from one place: `vitest`, `vitest --project @capstan/kube`, `vitest run --shard 1/2`, an editor.
// What each package's tests are stands in its own vitest.config.ts; without --mode, no suite on real binaries is among them.
import { defineConfig, type ViteUserConfig } from "vitest/config";

const config: ViteUserConfig = defineConfig({
  test: {
    projects: ["{packages,generators,examples,tools}/*/vitest.config.ts", "{docs,bench,e2e}/vitest.config.ts"],
    coverage: {
      provider: "v8",
      include: ["**/src/**/*.ts"],
      exclude: ["**/*.test.ts", "**/testdata/**", "**/generated/**"],
      reporter: ["json-summary", "html"],
    },
  },
});
export default config;
