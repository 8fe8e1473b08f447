// Credentials that a program (exec) or an identity provider (auth-provider, OIDC) issues.
// @kubernetes/client-node runs the plugins. It is an optional peer dependency (62 MB installed) and loaded only here, because loading it
// takes 260 ms and 80 MB of memory.
import type { RequestOptions } from "node:https";
import { type ClusterCredentials, errorFrom, isJsonObject } from "@capstan/kube";
import { clientError } from "../errors.ts";
import type { RenewableCredentials } from "./credential-keeper.ts";
import type { SelectedContext } from "./kubeconfig.ts";

/** The part of @kubernetes/client-node that runs plugins. */
export interface PluginRunner {
  readonly KubeConfig: new () => {
    loadFromString(kubeconfig: string): void;
    applyToHTTPSOptions(options: RequestOptions): Promise<void>;
  };
}

/** What credentials are requested for, and how the plugin runner is loaded. */
export interface PluginRequest {
  readonly context: SelectedContext;
  /** The address and the authority; the plugin adds the identity. */
  readonly base: ClusterCredentials;
  readonly load?: () => Promise<PluginRunner>;
}

/** The plugin that issues the credentials of a context's user, as messages name it; undefined when there is none. */
export function pluginOf({ user }: SelectedContext): string | undefined {
  if (user.exec !== undefined) return "exec plugin";
  return user["auth-provider"] === undefined ? undefined : `auth-provider "${user["auth-provider"].name ?? ""}"`;
}

/** Runs the plugin of a context; each renewal runs it again. */
export async function pluginCredentials(request: PluginRequest): Promise<RenewableCredentials> {
  const options = await runPlugin(request);
  const token = bearer(options);
  return {
    ...request.base,
    ...(token === undefined ? {} : { token }),
    ...(options.cert === undefined ? {} : { certData: pem(options.cert) }),
    ...(options.key === undefined ? {} : { keyData: pem(options.key) }),
    // Running a plugin is slow, so it runs again only when the server rejects its credentials.
    freshMs: Number.POSITIVE_INFINITY,
    renew: () => pluginCredentials(request),
  };
}

async function runPlugin({ context, base, load = loadRunner }: PluginRequest): Promise<RequestOptions> {
  const what = pluginOf(context) ?? "user";
  const { KubeConfig } = await load().catch((error: unknown) => {
    throw isMissing(error)
      ? clientError("client/plugin-package-missing", { what }, error)
      : clientError("client/plugin-failed", { what, reason: errorFrom(error).message }, error);
  });
  const options: RequestOptions = {};
  try {
    const config = new KubeConfig();
    config.loadFromString(JSON.stringify(kubeconfigOf(context, base.server)));
    await config.applyToHTTPSOptions(options);
  } catch (error) {
    throw clientError("client/plugin-failed", { what, reason: failureReason(context, errorFrom(error)) }, error);
  }
  return options;
}

function loadRunner(): Promise<PluginRunner> {
  return import("@kubernetes/client-node");
}

/** CommonJS and ES modules have a code each for a package that is not installed. */
function isMissing(error: unknown): boolean {
  const { code, message }: NodeJS.ErrnoException = errorFrom(error);
  const missing = code === "ERR_MODULE_NOT_FOUND" || code === "MODULE_NOT_FOUND";
  return missing && message.includes("@kubernetes/client-node");
}

/** The plugin needs the user only: the cluster's certificates stay with the base credentials. */
function kubeconfigOf({ user }: SelectedContext, server: string): object {
  const name = "capstan";
  return {
    "current-context": name,
    clusters: [{ name, cluster: { server } }],
    users: [{ name, user }],
    contexts: [{ name, context: { cluster: name, user: name } }],
  };
}

/** A program that fails silently leaves an empty message. */
function failureReason({ user }: SelectedContext, { code, message }: NodeJS.ErrnoException): string {
  const program = `the program "${user.exec?.command ?? ""}"`;
  if (code === "ENOENT" && user.exec !== undefined) return `${program} does not exist`;
  const reason = message.trim();
  if (reason !== "") return reason;
  return user.exec === undefined ? "it gave no reason" : `${program} failed and wrote nothing to stderr`;
}

function bearer({ headers }: RequestOptions): string | undefined {
  const value = isJsonObject(headers) ? headers["Authorization"] : undefined;
  return typeof value === "string" && value.startsWith("Bearer ") ? value.slice("Bearer ".length) : undefined;
}

/** A string or a buffer in practice; Node's type also allows lists. */
function pem(value: unknown): string {
  return Buffer.isBuffer(value) ? value.toString("utf8") : typeof value === "string" ? value : "";
}
