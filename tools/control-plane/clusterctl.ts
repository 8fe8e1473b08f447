// Runs the real clusterctl against local repositories, cut off from the network and from the user's own configuration.
// Each caller has its own folder, so runs do not meet.
import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A provider as clusterctl's configuration names it. */
export interface ProviderSource {
  readonly name: string;
  readonly type:
    | "CoreProvider"
    | "BootstrapProvider"
    | "ControlPlaneProvider"
    | "InfrastructureProvider"
    | "IPAMProvider"
    | "RuntimeExtensionProvider";
  /** The components file of any version: `<repository>/<label>/<version>/<file>`. */
  readonly url: string;
}

/** What a run needs. */
export interface ClusterctlOptions {
  /** clusterctl's file. */
  readonly program: string;
  /** Where configuration, home and caches go. */
  readonly folder: string;
  readonly providers: readonly ProviderSource[];
  /** Variables of templates and components, by name. */
  readonly variables?: Readonly<Record<string, string>>;
}

/** A configured clusterctl. */
export interface Clusterctl {
  /** Runs a command; resolves to what it printed, rejects with its errors. */
  run(args: readonly string[], options?: { readonly kubeconfig?: string }): Promise<string>;
}

/** Writes the configuration and answers with the way to run it. */
export function createClusterctl({ program, folder, providers, variables = {} }: ClusterctlOptions): Clusterctl {
  const overrides = join(folder, "overrides");
  mkdirSync(overrides, { recursive: true });
  const config = join(folder, "clusterctl.yaml");
  writeFileSync(config, JSON.stringify({ providers, overridesFolder: overrides, ...variables }, undefined, 2));
  const env = {
    PATH: process.env["PATH"] ?? "",
    HOME: folder,
    XDG_CONFIG_HOME: folder,
    KUBECONFIG: "",
    // Both would go to the network: the look for a newer clusterctl, and the one for newer modules.
    CLUSTERCTL_DISABLE_VERSIONCHECK: "true",
    GOPROXY: "off",
  };
  return {
    run: (args, { kubeconfig } = {}) => {
      const access = kubeconfig === undefined ? [] : ["--kubeconfig", kubeconfig];
      return execute(program, [...args, "--config", config, ...access], env);
    },
  };
}

function execute(program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(program, args, { env, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else reject(new Error(`clusterctl ${args.join(" ")} failed:\n${stderr.trim()}\n${stdout.trim()}`));
    });
  });
}
