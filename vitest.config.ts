// Every package's tests from one place: `vitest`, `vitest --project @capstan/kube`, `vitest --shard 1/2`, an editor.
// Each package's own vitest.config.ts says what its tests are; without --mode no suite on real binaries is among them.
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: ["{packages,generators,examples,tools}/*/vitest.config.ts", "{docs,bench,e2e}/vitest.config.ts"],
  },
});
