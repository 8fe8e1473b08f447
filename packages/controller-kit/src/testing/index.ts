// For authors' tests: run a provider in-process against a test control plane.
export { startProvider, type RunningProvider, type StartProviderOptions } from "./start-provider.ts";
