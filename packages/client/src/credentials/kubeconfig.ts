// Reads kubeconfigs: finds a context's cluster and user in one or several files. user-credentials.ts reads what a user's entry means.
// `yaml` parses files that are not JSON, and is loaded only for them: reading by @kubernetes/client-node costs 260 ms and 80 MB per start.
import { isJsonObject } from "@capstan/kube";
import { inTurn, type TurnOptions } from "@capstan/kube/turns";
import { clientError, parserReason } from "../errors.ts";
import { checkForeign, isJson, type KubeconfigLimits, type Yaml } from "./foreign-content.ts";
import { checkedEntry, type Entry, type FieldTypes } from "./kubeconfig-entry.ts";

/** A cluster's entry. */
export interface KubeconfigCluster {
  readonly server?: string;
  readonly "certificate-authority"?: string;
  readonly "certificate-authority-data"?: string;
  readonly "insecure-skip-tls-verify"?: boolean;
  readonly "tls-server-name"?: string;
  readonly "proxy-url"?: string;
  readonly extensions?: readonly { readonly name?: string; readonly extension?: unknown }[];
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

interface KubeconfigContext {
  readonly cluster?: string;
  readonly user?: string;
  readonly namespace?: string;
}

const clusterFields: FieldTypes<KubeconfigCluster> = {
  server: "a string",
  "certificate-authority": "a string",
  "certificate-authority-data": "a string",
  "insecure-skip-tls-verify": "true or false",
  "tls-server-name": "a string",
  "proxy-url": "a string",
  extensions: "a list of mappings",
};
const userFields: FieldTypes<KubeconfigUser> = {
  "client-certificate": "a string",
  "client-certificate-data": "a string",
  "client-key": "a string",
  "client-key-data": "a string",
  token: "a string",
  tokenFile: "a string",
  username: "a string",
  exec: "a mapping",
  "auth-provider": "a mapping",
};
const contextFields: FieldTypes<KubeconfigContext> = { cluster: "a string", user: "a string", namespace: "a string" };

/** A context with its cluster and its user. */
export interface SelectedContext {
  readonly name: string;
  readonly cluster: Entry<KubeconfigCluster>;
  readonly user: Entry<KubeconfigUser>;
  readonly namespace: string | undefined;
}

/** A kubeconfig file. */
export interface KubeconfigFile {
  readonly file: string;
  readonly content: string;
  /** Set when somebody else has written it: how large it may be. Its content is then not quoted. */
  readonly foreign?: KubeconfigLimits;
  /** Whom its content is read for. */
  readonly turn?: TurnOptions;
}

interface Merged {
  readonly clusters: readonly Entry<object>[];
  readonly users: readonly Entry<object>[];
  readonly contexts: readonly Entry<object>[];
  readonly currentContext: string | undefined;
}

/** Finds a context (default: the current one) in files merged as kubectl does: of two entries with the same name, the first is used. */
export async function selectContext(files: readonly KubeconfigFile[], name?: string): Promise<SelectedContext> {
  const file = files.map((source) => source.file).join(":");
  const merged = merge(await Promise.all(files.map(readEntries)));
  const quoted = files.every(({ foreign }) => foreign === undefined);
  const reject = (reason: string, details = ""): Error =>
    clientError("client/bad-kubeconfig", { file, reason: quoted ? `${reason}${details}` : reason });
  const named = (what: string, value = ""): string => (quoted ? `the ${what} "${value}", which` : `a ${what} that`);
  const wanted = name ?? merged.currentContext;
  if (wanted === undefined || wanted === "") throw reject("it has no current-context");
  const found = pick(merged.contexts, wanted);
  const shown = quoted ? `context "${wanted}"` : "its context";
  if (found === undefined) {
    if (!quoted) throw reject("it has no context of that name");
    throw reject(`it has no ${shown}`, `; its contexts: ${list(merged.contexts)}`);
  }
  const { value: context } = checkedEntry<KubeconfigContext>(found, contextFields);
  const cluster = pick(merged.clusters, context.cluster);
  if (cluster === undefined)
    throw reject(
      `${shown} uses ${named("cluster", context.cluster)} does not exist`,
      `; clusters: ${list(merged.clusters)}`,
    );
  const user = pick(merged.users, context.user);
  if (user === undefined && context.user !== undefined && context.user !== "")
    throw reject(`${shown} uses ${named("user", context.user)} does not exist`, `; users: ${list(merged.users)}`);
  return {
    name: wanted,
    cluster: checkedEntry<KubeconfigCluster>(cluster, clusterFields),
    user: checkedEntry<KubeconfigUser>(user ?? { ...cluster, value: {} }, userFields),
    namespace: context.namespace,
  };
}

async function readEntries(source: KubeconfigFile): Promise<Merged> {
  const { file } = source;
  const config = await parse(source);
  const entries = (list: string, field: string): Entry<object>[] => {
    const items: unknown = config[list];
    return (Array.isArray(items) ? items : []).flatMap((item: unknown, index) =>
      isJsonObject(item)
        ? [{ name: String(item["name"]), file, path: `${list}[${index}].${field}`, value: objectOr(item[field]) }]
        : [],
    );
  };
  const current = config["current-context"];
  return {
    clusters: entries("clusters", "cluster"),
    users: entries("users", "user"),
    contexts: entries("contexts", "context"),
    currentContext: typeof current === "string" && current !== "" ? current : undefined,
  };
}

function objectOr(value: unknown): object {
  return isJsonObject(value) ? value : {};
}

interface ParseOptions {
  /** The parser of content that is not JSON. */
  readonly yaml: Yaml | undefined;
  /** Whether the message of an error may quote the content. */
  readonly isQuoted: boolean;
}

async function parse({ file, content, foreign, turn }: KubeconfigFile): Promise<Readonly<Record<string, unknown>>> {
  const yaml = isJson(content) ? undefined : await import("yaml");
  if (foreign !== undefined) await inTurn(() => checkForeign({ file, content, limits: foreign }, yaml), turn);
  let config: unknown;
  try {
    config = await inTurn(() => parseContent(content, { yaml, isQuoted: foreign === undefined }), turn);
  } catch (error) {
    const reason = foreign === undefined ? parserReason(error) : "it is neither YAML nor JSON";
    throw clientError("client/bad-kubeconfig", { file, reason });
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

function pick(entries: readonly Entry<object>[], name: string | undefined): Entry<object> | undefined {
  return entries.find((entry) => entry.name === name);
}

function list(entries: readonly Entry<object>[]): string {
  return entries.length === 0 ? "none" : entries.map(({ name }) => `"${name}"`).join(", ");
}

/**
 * The value of JSON or of one YAML document; throws an error of the parser. The check of `yaml` for duplicate keys compares each key with
 * each other, which takes minutes for a large file; this one is linear. The line of an error is cut out of the content for each error, with
 * work that grows with the square of the line, and only for a content that may be quoted.
 */
function parseContent(content: string, { yaml, isQuoted }: ParseOptions): unknown {
  if (yaml === undefined) return JSON.parse(content);
  const { isScalar, parseDocument, visit } = yaml;
  const document = parseDocument(content, { uniqueKeys: false, logLevel: "error", prettyErrors: isQuoted });
  const [error] = document.errors;
  if (error !== undefined) throw error;
  visit(document, {
    Map(_, { items }) {
      const keys = new Set<unknown>();
      for (const { key } of items) {
        const name: unknown = isScalar(key) ? key.value : key;
        if (keys.has(name)) throw new Error("Map keys must be unique");
        keys.add(name);
      }
    },
  });
  return document.toJS();
}
