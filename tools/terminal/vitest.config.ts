import { packageTests, type PackageTests } from "../../vitest.shared.ts";

const config: PackageTests = packageTests(".");
export default config;
