// The vitest settings of a run with a mutant: the package's own, shorter limits, and the source that is changed while it is loaded.
import { join } from "node:path";
import { packageTests, type PackageTests } from "../../../vitest.shared.ts";
import { mutantPlugin, mutantVariable } from "./mutated-source.ts";

const tests = packageTests("{src,test}/**");
// A mutant may make a test wait for what never comes. What is transformed is kept, but not where other runs look for it.
const whenMutated = {
  testTimeout: 20_000,
  hookTimeout: 20_000,
  expect: { poll: { timeout: 8000 } },
  fsModuleCachePath: join(import.meta.dirname, "../../../node_modules/.cache/mutants"),
};

const config: PackageTests = async (env) => {
  const settings = await tests(env);
  const isMutated = process.env[mutantVariable] !== undefined;
  return { ...settings, plugins: [mutantPlugin()], test: { ...settings.test, ...(isMutated ? whenMutated : {}) } };
};
export default config;
