import type { Options } from "tsup";
import { packageBuild } from "../../tsup.shared.ts";

// The thread of the probes is started from a file of its own.
const build: Options = packageBuild({}, ["src/probe-thread.ts"]);
export default build;
