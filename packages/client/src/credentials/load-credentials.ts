// Finds the credentials to use, in the order of controller-runtime. Called by managers, tools and tests at their start.
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import { errorFrom } from "@capstan/kube";
import type { RenewableCredentials } from "../credential-keeper.ts";
import { clientError } from "../errors.ts";
import { inClusterCredentials } from "./in-cluster.ts";
import { type KubeconfigText, selectContext } from "./kubeconfig.ts";
import { pluginCredentials, pluginOf } from "./plugin-credentials.ts";
import { contextCredentials, hasFiles } from "./user-credentials.ts";

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

/** The credentials in a kubeconfig's text; `name` stands for the file in messages. For kubeconfigs that are kept in Secrets. */
export async function parseKubeconfig(
  text: string,
  { name = "given", context }: { readonly name?: string; readonly context?: string } = {},
): Promise<RenewableCredentials> {
  return fromTexts([{ file: name, text }], context);
}

async function fromFiles(files: readonly string[], context: string | undefined): Promise<RenewableCredentials> {
  return fromTexts(await Promise.all(files.map(readText)), context);
}

async function fromTexts(texts: readonly KubeconfigText[], name: string | undefined): Promise<RenewableCredentials> {
  const context = await selectContext(texts, name);
  const credentials = await contextCredentials(context);
  if (pluginOf(context) !== undefined) return pluginCredentials(context, credentials);
  return hasFiles(context) ? { ...credentials, renew: () => fromTexts(texts, name) } : credentials;
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
