// The vitest settings of mutation runs: only the tests next to the sources. Integration tests outside of src cover nearly
// everything, so each mutant would run all of them.
import { packageTests, type PackageTests } from "../../vitest.shared.ts";

const config: PackageTests = packageTests("src/**");
export default config;
