// The vitest settings of mutation runs: only the tests next to the sources. Integration tests outside of src cover nearly
// everything, so each mutant would run all of them.
import { loadedByVite, packageTests, type PackageTests } from "../../vitest.shared.ts";

const config: PackageTests = loadedByVite(packageTests("src/**"));
export default config;
