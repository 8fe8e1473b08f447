// The parts of vite, vitest and tsup that the plugin uses, declared here: users of one of them need neither the others nor their types.
// test/plugin-types.test-d.ts holds them against the real ones.

/** Where messages go. */
export interface HostLogger {
  warn(message: string): void;
  error(message: string): void;
}

/** What vite resolved its configuration to. */
export interface HostConfig {
  readonly root: string;
  readonly command: "build" | "serve";
  /** `server.watch` is null where nothing is watched, as in `vitest run`. */
  readonly server: { readonly watch?: object | null | undefined };
  readonly logger: HostLogger;
}

/** The server of `vite` and vitest. */
export interface HostServer {
  readonly watcher: {
    add(paths: readonly string[]): unknown;
    on(event: "add" | "change" | "unlink", listener: (file: string) => void): unknown;
  };
}

/** What vitest hands to plugins. */
export interface HostVitest {
  readonly vitest: { readonly config: { readonly forceRerunTriggers: string[] } };
}

/** What a build hands to `buildStart` as its `this`: rollup's kind can watch more files, tsup's has a logger. */
export interface HostBuild {
  readonly addWatchFile?: (file: string) => void;
  readonly logger?: {
    warn(label: string, ...messages: unknown[]): void;
    error(label: string, ...messages: unknown[]): void;
  };
}

/** Where messages go: tsup needs a label, and vitest shows only warnings and errors of vite's logger. */
export function loggerOf({ logger: tsup }: HostBuild, config: HostConfig | undefined): HostLogger {
  if (config === undefined && tsup !== undefined)
    return { warn: (text) => tsup.warn("capstan", text), error: (text) => tsup.error("capstan", text) };
  const logger = config?.logger ?? console;
  return { warn: (text) => logger.warn(`capstan: ${text}`), error: (text) => logger.error(`capstan: ${text}`) };
}

/** Whether nobody watches: the variable `CI` is set. */
export function inCi(env: Readonly<Record<string, string | undefined>>): boolean {
  return !["", "0", "false"].includes(env["CI"] ?? "");
}
