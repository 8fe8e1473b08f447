// The subpath `@capstan/cli/config`: what capstan.config.ts imports. It loads nothing else.
export { defineConfig } from "./config/config.ts";
export type { AlsoConfig, CapstanConfig } from "./config/config.ts";
export type { GenerateConfig } from "./config/generate-config.ts";
