import type { Options } from "tsup";
import { bundling, packageBuild } from "../../tsup.shared.ts";

const build: Options = packageBuild(bundling);
export default build;
