// The shape of capstan.config.ts.
import type { ReleaseConfig } from "@capstan/clusterctl-kit";
import type { GenerateConfig } from "./generate-config.ts";

/** The configuration of a provider or Runtime Extension: what a release needs, and where things are in the project. */
export interface CapstanConfig extends ReleaseConfig {
  /** The module that runs the provider and answers `--describe`; `src/main.ts` by default. */
  readonly entry?: string;
  /** The folder with cluster templates and ClusterClasses; `templates` by default, which may be absent. */
  readonly templates?: string;
  /** Where `generate` reads and writes; `import`, `bundle`, `dev` and `doctor` use the same folders. */
  readonly generate?: GenerateConfig;
  /** The folder with the CRDs (JSON or YAML), for a project whose CRDs `generate` does not create; `<generate.out>/crds` by default. */
  readonly crds?: string;
  /** What else this repository releases, such as a Runtime Extension beside a provider, or a control plane provider beside a bootstrap provider. */
  readonly also?: readonly AlsoConfig[];
}

/**
 * Something else that a repository releases, with an entry of its own. Release series, repository and CRDs are those of the main one.
 */
export interface AlsoConfig extends Omit<ReleaseConfig, "name" | "releaseSeries" | "repository"> {
  /** The name clusterctl uses for it; that of the main one by default. */
  readonly name?: string;
  /** The module that runs it and answers `--describe`. */
  readonly entry: string;
  /** The folder with its cluster templates and ClusterClasses; none by default. */
  readonly templates?: string;
}

/**
 * Gives the configuration in `capstan.config.ts` its type, so that the editor completes and checks its fields. It returns the same object
 * and does nothing else.
 *
 * Every `capstan` command loads the default export of `capstan.config.ts` and checks it. A wrong value, a missing field or an unknown
 * field is reported with its line, and nothing is written. `generate`, `import`, `doctor` and `dev` also work without the file; `bundle`
 * needs it.
 *
 * @example
 * ```ts
 * import { defineConfig } from "@capstan/cli/config";
 *
 * export default defineConfig({
 *   name: "foo",
 *   type: "infrastructure",
 *   image: "registry.example.com/team/foo-manager",
 *   releaseSeries: [{ major: 0, minor: 1, contract: "v1beta2" }],
 *   repository: { github: { owner: "team", repo: "cluster-api-provider-foo" } },
 * });
 * ```
 */
export function defineConfig(config: CapstanConfig): CapstanConfig {
  return config;
}
