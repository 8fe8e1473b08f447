// Local processes and ports for tests: `@capstan/testenv/host`.
export { hostErrors } from "./process.ts";
export { findOnPath, isExecutable } from "./follow-parent.ts";
export { lastLines } from "./log-file.ts";
export { freePort, freePorts, portOf } from "./ports.ts";
export { type LocalProcess, type ProcessExit, type ProcessOptions, startProcess } from "./process.ts";
