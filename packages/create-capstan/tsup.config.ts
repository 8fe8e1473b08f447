import type { Options } from "tsup";
import { packageBuild } from "../../tsup.shared.ts";

const build: Options = packageBuild({ entry: ["src/main.ts"] });
export default build;
