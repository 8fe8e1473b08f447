// Every part of `pnpm run fuzz conversions`.
import { examples } from "./examples.ts";
import { helps } from "./helps/helps.ts";
import { migrations } from "./migrations/migrations.ts";
import { mutants } from "./mutants/mutants.ts";
import { pairs } from "./pairs/pairs.ts";
import { walks } from "./walks/walks.ts";
import { upstream } from "./upstream/upstream.ts";
import type { Part } from "../part.ts";

/** The parts, in the order in which they run. */
export const conversionParts: readonly Part[] = [examples, upstream, pairs, helps, walks, migrations, mutants];
