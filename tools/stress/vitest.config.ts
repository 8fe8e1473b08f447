import { packageTests, type PackageTests } from "../../vitest.shared.ts";

const config: PackageTests = packageTests("checks", "faults");
export default config;
