// What other tools of this repository call: the changeset check with its outcome, for a step of `check`.
export { checkChangesets } from "./changes/check.ts";
export type { ChangesetCheck } from "./changes/check.ts";
