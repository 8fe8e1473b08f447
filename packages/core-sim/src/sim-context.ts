// What every controller of the scripted core is given. Made anew for each step.
// Made by core-sim.ts; controllers keep nothing between steps.
import type { World } from "./world.ts";
import type { Writer } from "./writer.ts";

/** What a controller of core gets: the world as it is in this step, and the pen. */
export interface SimContext {
  readonly world: World;
  readonly writer: Writer;
}
