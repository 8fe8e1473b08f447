import type { Options } from "tsup";
import { packageBuild } from "../../tsup.shared.ts";

const build: Options = packageBuild();
export default build;
