// The vitest settings of a run with a mutant: the package's own, shorter limits, and the source that is changed while it is loaded.
import { join } from "node:path";
import { packageTests, type PackageTests } from "../../../vitest.shared.ts";
import { mutantPlugin, mutantVariable } from "./mutated-source.ts";

const tests = packageTests("{src,test}/**");
/** A mutant may make a test wait for what never comes. Starts of a control plane take their time. */
const longestMs = (mode: string): number => (mode === "real" ? 90_000 : 12_000);

// What is transformed is kept, but not where other runs look for it.
const whenMutated = {
  expect: { poll: { timeout: 8000 } },
  fsModuleCachePath: join(import.meta.dirname, "../../../node_modules/.cache/mutants"),
};

const config: PackageTests = async (env) => {
  const settings = await tests(env);
  if (process.env[mutantVariable] === undefined) return { ...settings, plugins: [mutantPlugin()] };
  const limits = { testTimeout: longestMs(env.mode), hookTimeout: longestMs(env.mode) };
  return { ...settings, plugins: [mutantPlugin()], test: { ...settings.test, ...limits, ...whenMutated } };
};
export default config;
