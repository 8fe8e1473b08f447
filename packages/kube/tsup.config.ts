import type { Options } from "tsup";
import { packageBuild } from "../../tsup.shared.ts";

// The thread that asks DNS is started from a file of its own.
const build: Options = packageBuild({}, ["src/http/dns-thread.ts"]);
export default build;
