// The plugin itself: when vite, vitest or tsup start, and on every change while they watch, generated files are brought up to date; in CI
// they are only looked at, and stale ones fail the build. Loads nothing until then: a configuration is read by many who build nothing.
import { resolve } from "node:path";
import { inCi, loggerOf, type HostBuild, type HostConfig, type HostServer, type HostVitest } from "./hosts.ts";
import type { KeepOptions, KeptProject } from "./kept-project.ts";

/** How the plugin works. */
export interface CapstanPluginOptions {
  /** A folder of the project whose API it is, relative to vite's root; vite's root itself (with tsup the current folder) unless given. */
  readonly root?: string;
  /** Writes nothing, and fails when a generated file is stale; true in CI (where the variable `CI` is set) unless given. */
  readonly check?: boolean;
}

/** A plugin of vite, vitest and tsup alike. */
export interface CapstanPlugin {
  readonly name: "capstan";
  /** Before other plugins, so that an error in an API is reported before its consequences. */
  readonly enforce: "pre";
  configResolved(config: HostConfig): void;
  configureServer(server: HostServer): Promise<void>;
  configureVitest(context: HostVitest): Promise<void>;
  buildStart(): Promise<void>;
  transform(code: string, id: string): Promise<undefined>;
}

/**
 * Keeps generated files up to date: in development stale ones are written again, at start and on every change; in CI they fail the build
 * with what differs. An error in the API fails a build, and while something is watched it is the error of the module that holds it.
 *
 * @example
 * // vite.config.ts
 * export default defineConfig({ plugins: [capstan()] });
 */
export function capstan(options: CapstanPluginOptions = {}): CapstanPlugin {
  const session = new Session(options);
  return {
    name: "capstan",
    enforce: "pre",
    configResolved: (config) => void (session.config = config),
    configureServer: (server) => session.serve(server),
    configureVitest: (context) => session.triggerTests(context),
    buildStart(this: unknown) {
      // Each host binds its own context; all its members are optional in HostBuild.
      return session.build((this ?? {}) as HostBuild);
    },
    transform: (_, id) => session.check(id),
  };
}

class Session {
  config: HostConfig | undefined;
  readonly #options: CapstanPluginOptions;
  #opened: Promise<KeptProject> | undefined;
  #watched: KeptProject | undefined;

  constructor(options: CapstanPluginOptions) {
    this.#options = options;
  }

  /** A server: up to date before the first module is requested, and after every change before the next one is. */
  async serve(server: HostServer): Promise<void> {
    const keep = this.#keep();
    const project = await this.#open();
    const watching = this.config?.server.watch !== null;
    for (const event of watching ? (["add", "change", "unlink"] as const) : [])
      server.watcher.on(event, (file) => {
        if (project.concerns(file)) project.changed(file, keep);
      });
    const problem = await project.refresh(keep);
    if (problem !== undefined && (keep.check || !watching)) throw problem;
    if (problem !== undefined) keep.logger.error(problem.message);
    if (watching) server.watcher.add(project.folders);
    this.#watched = project;
  }

  /** Tests that read CRDs from the disk import nothing of them: vitest is told to run them again. */
  async triggerTests({ vitest }: HostVitest): Promise<void> {
    const { outFolder } = await this.#open();
    const folder = outFolder.replaceAll("\\", "/").replace(/[*?[\]{}()!+@|]/g, "\\$&");
    vitest.config.forceRerunTriggers.push(`${folder}/**`);
  }

  /** A build; a server that starts one has been served already. */
  async build(host: HostBuild): Promise<void> {
    if (this.config?.command === "serve") return;
    const project = await this.#open();
    const problem = await project.refresh(this.#keep(host));
    for (const file of project.inputs) host.addWatchFile?.(file);
    if (problem !== undefined) throw problem;
  }

  /** Holds a module back until a generation under way is done, and gives an API's own modules what is wrong with it. */
  async check(id: string): Promise<undefined> {
    const problem = await this.#watched?.problemWith(id.replace(/[?#].*$/s, ""));
    if (problem !== undefined) throw problem;
  }

  #open(): Promise<KeptProject> {
    const folder = resolve(this.config?.root ?? process.cwd(), this.#options.root ?? "");
    this.#opened ??= import("./kept-project.ts").then(({ KeptProject: project }) => project.open(folder));
    return this.#opened;
  }

  #keep(build: HostBuild = {}): KeepOptions {
    return { check: this.#options.check ?? inCi(process.env), logger: loggerOf(build, this.config) };
  }
}
