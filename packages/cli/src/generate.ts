// The subpath `@capstan/cli/generate`: what `capstan generate` does, for programs. The heavy parts load on the first call.
export { generateProject } from "./generate/generate-project.ts";
export type { GeneratedChange, GenerateOptions, GenerateResult } from "./generate/generate-project.ts";
