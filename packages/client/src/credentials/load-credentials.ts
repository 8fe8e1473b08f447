// Finds the credentials to use, in the order of controller-runtime. Called by managers, tools and tests at their start.
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import { type ClusterCredentials, errorFrom } from "@capstan/kube";
import type { RenewableCredentials } from "../credential-keeper.ts";
import { clientError } from "../errors.ts";
import { inClusterCredentials } from "./in-cluster.ts";
import { type KubeconfigText, selectContext } from "./kubeconfig.ts";
import { pluginCredentials, pluginOf } from "./plugin-credentials.ts";
import { contextCredentials, requireData } from "./user-credentials.ts";

/** Where to look for credentials. */
export interface LoadCredentialsOptions {
  /** A kubeconfig's path; then nothing else is looked at. */
  readonly kubeconfig?: string;
  /** A context of the kubeconfig. Default: its current one. */
  readonly context?: string;
  /** Default: that of this process. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/**
 * Finds credentials: the kubeconfig given, KUBECONFIG (several files are merged), the ServiceAccount of this pod, ~/.kube/config.
 * What may be rotated comes with `renew`. Nothing found is `client/no-credentials`; a file that cannot be used is never passed over.
 */
export async function loadCredentials(options: LoadCredentialsOptions = {}): Promise<RenewableCredentials> {
  const env = options.env ?? process.env;
  const named =
    options.kubeconfig === undefined
      ? (env["KUBECONFIG"] ?? "").split(delimiter).filter((file) => file !== "")
      : [options.kubeconfig];
  if (named.length > 0) return fromFiles(named, options.context);
  const pod = options.context === undefined ? await inClusterCredentials({ env }) : undefined;
  if (pod !== undefined) return pod;
  const home = join(env["HOME"] ?? homedir(), ".kube", "config");
  if (existsSync(home)) return fromFiles([home], options.context);
  throw clientError("client/no-credentials", {
    tried: `KUBECONFIG is not set, this is not a pod, and there is no ${home}`,
  });
}

/**
 * The credentials in a kubeconfig's text, as Secrets hold it; `name` stands for the file in messages. Whoever may write such a Secret must
 * not be able to run a program here or make us read a file, so everything must stand in it as data.
 */
export async function parseKubeconfig(
  text: string,
  { name = "given", context: wanted }: { readonly name?: string; readonly context?: string } = {},
): Promise<ClusterCredentials> {
  const context = await selectContext([{ file: name, text }], wanted);
  requireData(context);
  return contextCredentials(context);
}

/** Renewal reads everything again, the kubeconfig itself too: logins of some clusters write a new one. */
async function fromFiles(files: readonly string[], name: string | undefined): Promise<RenewableCredentials> {
  const context = await selectContext(await Promise.all(files.map(readText)), name);
  const credentials = await contextCredentials(context);
  if (pluginOf(context) !== undefined) return pluginCredentials(context, credentials);
  return { ...credentials, renew: () => fromFiles(files, name) };
}

async function readText(file: string): Promise<KubeconfigText> {
  try {
    return { file, text: await readFile(file, "utf8") };
  } catch (error) {
    const reason =
      (error as NodeJS.ErrnoException).code === "ENOENT" ? "there is no such file" : errorFrom(error).message;
    throw clientError("client/bad-kubeconfig", { file, reason });
  }
}
