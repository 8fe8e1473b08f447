// Finds the credentials to use, in the order of controller-runtime.
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import { type ClusterCredentials, errorFrom } from "@capstan/kube";
import { freshFilesMs, type RenewableCredentials } from "./credential-keeper.ts";
import { clientError } from "../errors.ts";
import { defaultKubeconfigLimits, type KubeconfigLimits } from "./foreign-content.ts";
import { checkedContext } from "./foreign-certificates.ts";
import { checkContext } from "./foreign-context.ts";
import { inClusterCredentials } from "./in-cluster.ts";
import { type KubeconfigFile, type SelectedContext, selectContext } from "./kubeconfig.ts";
import { pluginCredentials, pluginOf } from "./plugin-credentials.ts";
import { contextCredentials } from "./user-credentials.ts";

/** Where to look for credentials. */
export interface LoadCredentialsOptions {
  /** The path of a kubeconfig. When set, no other place is searched. */
  readonly kubeconfig?: string | undefined;
  /** A context of the kubeconfig. Default: its current one. */
  readonly context?: string;
  /** Environment variables. Default: those of this process. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/**
 * Finds the credentials of an API server. It looks in this order and uses the first place that exists: the kubeconfig given in the
 * options, the files of `KUBECONFIG` (merged as kubectl does), the ServiceAccount of this pod, `~/.kube/config`.
 *
 * The result has a `renew` function, with which a client reads the credentials again when they are rotated. A plugin has 60 s to end.
 * Users with an auth-provider need the package `@kubernetes/client-node`, an optional peer dependency of this package.
 *
 * Rejects with a `CapstanError`: `client/no-credentials` when no place exists; `client/bad-kubeconfig` when a file exists and cannot be
 * used (it is never skipped; in a list of `KUBECONFIG`, files that do not exist are); `client/kubeconfig-field` for one of its fields;
 * `client/plugin-package-missing` or `client/plugin-failed` for plugins. No connection is made.
 *
 * @example
 * const client = createClient(await loadCredentials({ kubeconfig: "dev.kubeconfig", context: "admin" }));
 */
export async function loadCredentials(options: LoadCredentialsOptions = {}): Promise<RenewableCredentials> {
  const env = options.env ?? process.env;
  const named =
    options.kubeconfig === undefined
      ? (env["KUBECONFIG"] ?? "").split(delimiter).filter((file) => file !== "")
      : [options.kubeconfig];
  if (named.length > 0) return fromFiles(options.kubeconfig === undefined ? existing(named) : named, options.context);
  const pod = options.context === undefined ? await inClusterCredentials({ env }) : undefined;
  if (pod !== undefined) return pod;
  const home = join(env["HOME"] ?? homedir(), ".kube", "config");
  if (existsSync(home)) return fromFiles([home], options.context);
  throw clientError("client/no-credentials", {
    tried: `KUBECONFIG is not set, this is not a pod, and there is no ${home}`,
  });
}

/** How `parseKubeconfig` reads. */
export interface ParseKubeconfigOptions {
  /** Used in messages instead of a file name. Default: "given". */
  readonly name?: string;
  /** A context other than the current one. */
  readonly context?: string;
  /** Whose content it is, for example a namespace: contents that are read at the same time are read in turns, and those of one owner one after the other. */
  readonly owner?: string;
  /** How large the content may be, where that differs from 64 KiB, 4,000 parts and 20 levels. */
  readonly limits?: Partial<KubeconfigLimits>;
}

/**
 * Reads the credentials in the content of a kubeconfig, for example from a Secret.
 *
 * The content may come from somebody else: it is rejected before it is parsed when it is too large, or has anchors, aliases, tags, directives or
 * merge keys. It must have an `https://` address without user, query and fragment, and all certificates, keys and tokens as data: no program
 * is run and no file is read. Messages of errors quote nothing of it.
 *
 * Rejects with `client/kubeconfig-limit`, `client/bad-kubeconfig` or `client/kubeconfig-field`. No connection is made.
 *
 * @example
 * const credentials = await parseKubeconfig(content, { name: "Secret default/workload-kubeconfig" });
 */
export async function parseKubeconfig(
  content: string,
  options: ParseKubeconfigOptions = {},
): Promise<ClusterCredentials> {
  const { name: file = "given", context: wanted, limits, owner = "" } = options;
  const foreign = { ...defaultKubeconfigLimits, ...limits };
  const context = await selectContext([{ file, content, foreign, turn: { owner: () => owner } }], wanted);
  checkContext(context);
  return contextCredentials(checkedContext(context));
}

/** The files of KUBECONFIG that exist: in a list of several, missing ones are skipped, as in client-go. */
function existing(files: readonly string[]): readonly string[] {
  const found = files.length === 1 ? files : files.filter((file) => existsSync(file));
  if (found.length > 0) return found;
  throw clientError("client/bad-kubeconfig", { file: files.join(delimiter), reason: "none of the files exists" });
}

/** A context and the credentials in its files: what a plugin is run with. */
interface ReadContext {
  readonly context: SelectedContext;
  readonly base: ClusterCredentials;
}

async function fromFiles(
  files: readonly string[],
  name: string | undefined,
  before?: ReadContext,
): Promise<RenewableCredentials> {
  const read = await readContext(files, name, before);
  const { context, base } = read;
  const credentials =
    pluginOf(context) === undefined ? { ...base, freshMs: freshFilesMs } : await pluginCredentials(read);
  return { ...credentials, renew: () => fromFiles(files, context.name, read) };
}

/**
 * Renewal reads everything again, the kubeconfig itself too: logins of some clusters write a new one, also with another address. As in client-go, the context is chosen once: a renewal stays with it when another one
 * becomes the current one, and rejects when the context names another cluster. A plugin runs with what was read before when a file cannot be read or is empty, such as a temporary one: client-go reads it once.
 */
async function readContext(
  files: readonly string[],
  name: string | undefined,
  before?: ReadContext,
): Promise<ReadContext> {
  const withPlugin = before !== undefined && pluginOf(before.context) !== undefined ? before : undefined;
  const sources = await Promise.all(files.map(readKubeconfig)).catch((error: unknown) => {
    if (withPlugin === undefined) throw error;
    return [];
  });
  const isRead = sources.length > 0 && sources.every(({ content }) => content.trim() !== "");
  if (!isRead && withPlugin !== undefined) return withPlugin;
  const context = await selectContext(sources, name);
  const cluster = context.cluster.name;
  if (before !== undefined && cluster !== before.context.cluster.name) {
    const reason = `context "${context.name}" used the cluster "${before.context.cluster.name}" before, and now uses "${cluster}"`;
    throw clientError("client/bad-kubeconfig", { file: files.join(delimiter), reason });
  }
  return { context, base: await contextCredentials(context) };
}

async function readKubeconfig(file: string): Promise<KubeconfigFile> {
  try {
    return { file, content: await readFile(file, "utf8") };
  } catch (error) {
    const { code, message }: NodeJS.ErrnoException = errorFrom(error);
    throw clientError("client/bad-kubeconfig", {
      file,
      reason: code === "ENOENT" ? "the file does not exist" : message,
    });
  }
}
