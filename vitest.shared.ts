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
    testTimeout: real ? 300_000 : 20_000,
    hookTimeout: real ? 300_000 : 20_000,
    passWithNoTests: real,
  },
});
export default config;
