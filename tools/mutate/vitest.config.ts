import { packageTests, type PackageTests } from "../../vitest.shared.ts";

const config: PackageTests = packageTests(".", "invariants");
export default config;
