import config, { inTwoProcesses, type PackageTests } from "../../vitest.shared.ts";

const tests: PackageTests = inTwoProcesses(config);
export default tests;
