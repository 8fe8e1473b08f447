import { loadedByVite, packageTests, type PackageTests } from "../../vitest.shared.ts";

// Vitest sets the condition `development`, with which attw is TypeScript below node_modules: Node does not load that.
const config: PackageTests = loadedByVite(packageTests("."));
export default config;
