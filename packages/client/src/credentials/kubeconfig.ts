// Reads kubeconfigs: finds a context's cluster and user in the text of one or several files. Called by load-credentials.ts, and by
// whoever finds a kubeconfig in a Secret (`parseKubeconfig`). What a user's entry means is user-credentials.ts's business.
//
// Parsed by `yaml`, loaded only when a text is not JSON: reading it by @kubernetes/client-node costs 260 ms and 80 MB at every start.
import { dirname } from "node:path";
import { isJsonObject } from "@capstan/kube";
import { clientError } from "../errors.ts";
import { parserReason } from "../parser-reason.ts";

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
  readonly exec?: object;
  readonly "auth-provider"?: { readonly name?: string };
}

/** What a context comes down to. */
export interface SelectedContext {
  /** The file it was found in, for messages and for relative paths. */
  readonly file: string;
  readonly folder: string;
  readonly cluster: KubeconfigCluster;
  readonly user: KubeconfigUser;
  readonly namespace: string | undefined;
}

/** A kubeconfig's text and where it came from. */
export interface KubeconfigText {
  readonly file: string;
  readonly text: string;
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

/** Finds a context (default: the current one) in files that are merged as kubectl does: of two entries of a name, the first. */
export async function selectContext(texts: readonly KubeconfigText[], name?: string): Promise<SelectedContext> {
  const file = texts.map((text) => text.file).join(":");
  const merged = merge(await Promise.all(texts.map(parseText)));
  const refuse = (reason: string): Error => clientError("client/bad-kubeconfig", { file, reason });
  const wanted = name ?? merged.currentContext;
  if (wanted === undefined || wanted === "") throw refuse("it has no current-context");
  const context = pick(merged.contexts, wanted)?.value as
    | { readonly cluster?: string; readonly user?: string; readonly namespace?: string }
    | undefined;
  if (context === undefined) throw refuse(`it has no context "${wanted}" but ${list(merged.contexts)}`);
  const cluster = pick(merged.clusters, context.cluster);
  if (cluster === undefined)
    throw refuse(
      `context "${wanted}" names the cluster "${context.cluster ?? ""}", but there is ${list(merged.clusters)}`,
    );
  const user = pick(merged.users, context.user);
  if (user === undefined && context.user !== undefined && context.user !== "")
    throw refuse(`context "${wanted}" names the user "${context.user}", but there is ${list(merged.users)}`);
  return {
    file,
    folder: user?.folder ?? cluster.folder,
    cluster: cluster.value,
    user: user?.value ?? {},
    namespace: context.namespace,
  };
}

async function parseText({ file, text }: KubeconfigText): Promise<Merged> {
  const config = await parse(file, text);
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

async function parse(file: string, text: string): Promise<Readonly<Record<string, unknown>>> {
  let config: unknown;
  try {
    config = text.trimStart().startsWith("{") ? JSON.parse(text) : (await import("yaml")).parse(text);
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
