import { packageTests, type PackageTests } from "../vitest.shared.ts";

const config: PackageTests = packageTests("scripts/**");
export default config;
