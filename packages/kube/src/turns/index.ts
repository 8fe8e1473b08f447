// Long work in turns of the event loop.
export { inTurn, type TurnOptions } from "./shared-turns.ts";
