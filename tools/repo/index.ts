// Helpers for tools/check, tools/release, tools/release-rehearsal, e2e and bench. Nothing here is published, and no
// package may import it.
export { turboEnvironment } from "./turbo-environment.ts";
export { orUsage, shareFlag, wholeFlag } from "./command-line.ts";
export { nodeVariables, imageFlags } from "./container.ts";
export { layers } from "./layers.ts";
export type { Layer } from "./layers.ts";
export { headerProblems } from "./headers.ts";
export { manifestProblems } from "./manifests.ts";
export { oneAtATime } from "./one-at-a-time.ts";
export { Random } from "./random.ts";
export { mustRun } from "./must-run.ts";
export { busyShare, readTicks } from "./processor-ticks.ts";
export type { Ticks } from "./processor-ticks.ts";
export { packTogether, publishedPackages } from "./packages.ts";
export { root, runCommand } from "./run-command.ts";
export type { CommandOptions, CommandResult } from "./run-command.ts";
export { checkSamples, samplesOf } from "./samples.ts";
export type { Sample } from "./samples.ts";
export { linkProblems } from "./links.ts";
export { copyTree } from "./tree-copy.ts";
export { runSteps, SkipStep, StepFailure } from "./steps.ts";
export type { RunStepsOptions, Step, StepReport, Tally } from "./steps.ts";
export { typeCheckProblems } from "./type-checked.ts";
export { workflowProblems } from "./workflows.ts";
export { writeWhole } from "./write-whole.ts";
