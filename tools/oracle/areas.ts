// Every area of `pnpm run oracle`.
import type { Area } from "./area.ts";
import { answers } from "./answers/area.ts";
import { classes } from "./classes/area.ts";
import { conditions } from "./conditions/area.ts";
import { extensions } from "./extensions/area.ts";
import { metrics } from "./metrics/area.ts";
import { wire } from "./wire/area.ts";

/** The areas, in the order in which they run. */
export const areas: readonly Area[] = [answers, classes, conditions, extensions, metrics, wire];
