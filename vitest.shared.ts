// The test settings every package shares: siblings are read from source, real suites run only when asked for by name.
import { configDefaults, defineConfig, type ViteUserConfig } from "vitest/config";

/** `x.real.test.ts` files need built binaries (kube-apiserver, Cluster API managers); CAPSTAN_REAL=1 selects them alone. */
const real = process.env["CAPSTAN_REAL"] === "1";

const config: ViteUserConfig = defineConfig({
  resolve: { conditions: ["@capstan/source"] },
  ssr: { resolve: { conditions: ["@capstan/source"] } },
  test: {
    include: real ? ["src/**/*.real.test.ts", "test/**/*.real.test.ts"] : ["src/**/*.test.ts", "test/**/*.test.ts"],
    exclude: real ? configDefaults.exclude : [...configDefaults.exclude, "**/*.real.test.ts"],
    // Guards against a hang, nothing more: a busy machine must not fail a test.
    testTimeout: real ? 300_000 : 120_000,
    hookTimeout: real ? 300_000 : 120_000,
    passWithNoTests: real,
  },
});
export default config;
