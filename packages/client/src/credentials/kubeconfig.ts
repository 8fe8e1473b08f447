// Reads kubeconfigs: finds a context's cluster and user in one or several files. user-credentials.ts reads what a user's entry means.
// `yaml` parses files that are not JSON, and is loaded only for them: reading by @kubernetes/client-node costs 260 ms and 80 MB per start.
import { dirname } from "node:path";
import { isJsonObject } from "@capstan/kube";
import { clientError, parserReason } from "../errors.ts";

/** A cluster's entry. */
export interface KubeconfigCluster {
  readonly server?: string;
  readonly "certificate-authority"?: string;
  readonly "certificate-authority-data"?: string;
  readonly "insecure-skip-tls-verify"?: boolean;
  readonly "tls-server-name"?: string;
  readonly "proxy-url"?: string;
}

/** A user's entry. */
export interface KubeconfigUser {
  readonly "client-certificate"?: string;
  readonly "client-certificate-data"?: string;
  readonly "client-key"?: string;
  readonly "client-key-data"?: string;
  readonly token?: string;
  readonly tokenFile?: string;
  readonly username?: string;
  readonly exec?: { readonly command?: string };
  readonly "auth-provider"?: { readonly name?: string };
}

interface KubeconfigContext {
  readonly cluster?: string;
  readonly user?: string;
  readonly namespace?: string;
}

/** The cluster and the user of a context. */
export interface SelectedContext {
  /** The file that has the context, for messages. */
  readonly file: string;
  /** Relative paths in the user's entry start here. */
  readonly folder: string;
  readonly cluster: KubeconfigCluster;
  readonly user: KubeconfigUser;
  readonly namespace: string | undefined;
}

/** A kubeconfig file. */
export interface KubeconfigFile {
  readonly file: string;
  readonly content: string;
}

interface Named {
  readonly name: string;
  readonly folder: string;
  readonly value: object;
}

interface Merged {
  readonly clusters: readonly Named[];
  readonly users: readonly Named[];
  readonly contexts: readonly Named[];
  readonly currentContext: string | undefined;
}

/** Finds a context (default: the current one) in files merged as kubectl does: of two entries with the same name, the first is used. */
export async function selectContext(files: readonly KubeconfigFile[], name?: string): Promise<SelectedContext> {
  const file = files.map((source) => source.file).join(":");
  const merged = merge(await Promise.all(files.map(readEntries)));
  const reject = (reason: string): Error => clientError("client/bad-kubeconfig", { file, reason });
  const wanted = name ?? merged.currentContext;
  if (wanted === undefined || wanted === "") throw reject("it has no current-context");
  const context: KubeconfigContext | undefined = pick(merged.contexts, wanted)?.value;
  if (context === undefined) throw reject(`it has no context "${wanted}"; its contexts: ${list(merged.contexts)}`);
  const cluster = pick(merged.clusters, context.cluster);
  if (cluster === undefined)
    throw reject(
      `context "${wanted}" uses the cluster "${context.cluster ?? ""}", which does not exist; clusters: ${list(merged.clusters)}`,
    );
  const user = pick(merged.users, context.user);
  if (user === undefined && context.user !== undefined && context.user !== "")
    throw reject(
      `context "${wanted}" uses the user "${context.user}", which does not exist; users: ${list(merged.users)}`,
    );
  return {
    file,
    folder: user?.folder ?? cluster.folder,
    cluster: cluster.value,
    user: user?.value ?? {},
    namespace: context.namespace,
  };
}

async function readEntries({ file, content }: KubeconfigFile): Promise<Merged> {
  const config = await parse(file, content);
  const entries = (list: unknown, field: string): Named[] =>
    (Array.isArray(list) ? list : []).filter(isJsonObject).map((entry) => ({
      name: String(entry["name"]),
      folder: dirname(file),
      value: isJsonObject(entry[field]) ? entry[field] : {},
    }));
  const current = config["current-context"];
  return {
    clusters: entries(config["clusters"], "cluster"),
    users: entries(config["users"], "user"),
    contexts: entries(config["contexts"], "context"),
    currentContext: typeof current === "string" && current !== "" ? current : undefined,
  };
}

async function parse(file: string, content: string): Promise<Readonly<Record<string, unknown>>> {
  let config: unknown;
  try {
    config = content.trimStart().startsWith("{") ? JSON.parse(content) : (await import("yaml")).parse(content);
  } catch (error) {
    throw clientError("client/bad-kubeconfig", { file, reason: parserReason(error) });
  }
  if (!isJsonObject(config)) throw clientError("client/bad-kubeconfig", { file, reason: "it is not a mapping" });
  return config;
}

function merge(configs: readonly Merged[]): Merged {
  return {
    clusters: configs.flatMap((config) => config.clusters),
    users: configs.flatMap((config) => config.users),
    contexts: configs.flatMap((config) => config.contexts),
    currentContext: configs.find((config) => config.currentContext !== undefined)?.currentContext,
  };
}

function pick(entries: readonly Named[], name: string | undefined): Named | undefined {
  return entries.find((entry) => entry.name === name);
}

function list(entries: readonly Named[]): string {
  return entries.length === 0 ? "none" : entries.map(({ name }) => `"${name}"`).join(", ");
}
