// The vitest settings of a run with a mutant: the package's own, shorter limits, and the source that is changed while it is loaded.
import { join } from "node:path";
import { loadedByVite, packageTests, type PackageTests } from "../../../vitest.shared.ts";
import type { TestMode } from "./invariant.ts";
import { mutantPlugin, mutantVariable } from "./mutated-source.ts";

const tests = loadedByVite(packageTests("{src,test}/**"));
/** A mutant may make a test wait for what never comes. Starts of a control plane take their time, and so do ten managers that are killed. */
const longestMs: Readonly<Record<TestMode, number>> = { real: 90_000, slow: 180_000, test: 12_000 };

// What is transformed is kept, but not where other runs look for it.
const whenMutated = {
  expect: { poll: { timeout: 8000 } },
  fsModuleCachePath: join(import.meta.dirname, "../../../node_modules/.cache/mutants"),
};

const config: PackageTests = async (env) => {
  const settings = await tests(env);
  if (process.env[mutantVariable] === undefined) return { ...settings, plugins: [mutantPlugin()] };
  // `main.ts` starts it in one of these.
  const limit = longestMs[env.mode as TestMode];
  const limits = { testTimeout: limit, hookTimeout: limit };
  return { ...settings, plugins: [mutantPlugin()], test: { ...settings.test, ...limits, ...whenMutated } };
};
export default config;
