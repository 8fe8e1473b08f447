import { packageTests, type PackageTests } from "../../vitest.shared.ts";

const config: PackageTests = packageTests(".", "test/**");
export default config;
