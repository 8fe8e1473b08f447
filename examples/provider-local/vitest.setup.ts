// `check` has time for a part of the runs that the generated tests of conversions make; `pnpm run fuzz conversions` in `.ci/run` makes more than all of them.
import { configureGlobal } from "fast-check";

configureGlobal({ numRuns: Math.ceil(100 * Number(process.env["CAPSTAN_SHARE_OF_RUNS"] ?? 1)) });
