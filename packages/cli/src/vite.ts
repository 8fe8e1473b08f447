// The subpath `@capstan/cli/vite`: `capstan generate` as a plugin of vite, vitest and tsup. The heavy parts load when a build starts.
export { capstan } from "./build-plugin/plugin.ts";
export type { CapstanPlugin, CapstanPluginOptions } from "./build-plugin/plugin.ts";
export type { HostConfig, HostServer, HostVitest } from "./build-plugin/hosts.ts";
