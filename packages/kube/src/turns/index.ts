// Long work in turns of the event loop, and what calls may have made together.
export { inTurn, SharedTurns, type TurnOptions } from "./shared-turns.ts";
export { type BudgetShare, type PlaceOptions, SharedBudget, type SharedLimits } from "./shared-budget.ts";
