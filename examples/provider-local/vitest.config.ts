import config, { inTwoProcesses, withSetup, type PackageTests } from "../../vitest.shared.ts";

const tests: PackageTests = withSetup(inTwoProcesses(config), "./vitest.setup.ts");
export default tests;
