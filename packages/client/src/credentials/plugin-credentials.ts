// Credentials that a program (exec) or an identity provider (auth-provider, OIDC) issues.
// @kubernetes/client-node asks identity providers. It is an optional peer dependency (62 MB installed) and loaded only here, because loading it
// takes 260 ms and 80 MB of memory.
import type { RequestOptions } from "node:https";
import { setTimeout as delay } from "node:timers/promises";
import { type ClusterCredentials, errorFrom, isJsonObject } from "@capstan/kube";
import { clientError } from "../errors.ts";
import type { RenewableCredentials } from "./credential-keeper.ts";
import { type ExecRequest, type IssuedIdentity, pluginDeadlineMs, runExecPlugin } from "./exec-plugin.ts";
import type { SelectedContext } from "./kubeconfig.ts";

/** The part of a KubeConfig of @kubernetes/client-node that puts an identity into the options of a request. */
export interface IdentityApplier {
  applyToHTTPSOptions(options: RequestOptions): Promise<void>;
}

/** The part of @kubernetes/client-node that runs auth-providers. */
export interface PluginRunner {
  readonly KubeConfig: new () => IdentityApplier & { loadFromString(kubeconfig: string): void };
}

/** What credentials are requested for, and how the runner of auth-providers is loaded. */
export interface PluginRequest extends ExecRequest {
  readonly load?: () => Promise<PluginRunner>;
}

/** The plugin that issues the credentials of a context's user, as messages name it; undefined when there is none. */
export function pluginOf({ user: { value: user } }: SelectedContext): string | undefined {
  if (user.exec !== undefined) return "exec plugin";
  return user["auth-provider"] === undefined ? undefined : `auth-provider "${user["auth-provider"].name ?? ""}"`;
}

/** Runs the plugin of a context. Its caller adds how they are renewed. */
export async function pluginCredentials(request: PluginRequest): Promise<RenewableCredentials> {
  const { exec } = request.context.user.value;
  const identity = exec === undefined ? await askProvider(request) : await runExecPlugin(request);
  return {
    ...request.base,
    ...identity,
    // Running a plugin is slow, so it runs again only when the server rejects its credentials, or is not trusted.
    freshMs: Number.POSITIVE_INFINITY,
  };
}

async function askProvider({
  context,
  base,
  load = loadRunner,
  deadlineMs = pluginDeadlineMs,
}: PluginRequest): Promise<IssuedIdentity> {
  const what = pluginOf(context) ?? "user";
  const { KubeConfig } = await load().catch((error: unknown) => {
    throw isMissing(error)
      ? clientError("client/plugin-package-missing", { what }, error)
      : clientError("client/plugin-failed", { what, reason: errorFrom(error).message }, error);
  });
  const configured = async (): Promise<IdentityApplier> => {
    const config = new KubeConfig();
    config.loadFromString(JSON.stringify(kubeconfigOf(context, base)));
    return config;
  };
  return identityIn(await appliedOptions(configured, { what, deadlineMs }));
}

/** What messages call the source of an identity, and how long it may take. */
export interface AppliedRequest {
  readonly what: string;
  readonly deadlineMs?: number;
}

/** The options of a request with the identity that a KubeConfig puts into them; rejects with `client/plugin-failed`. */
export async function appliedOptions(
  config: () => Promise<IdentityApplier>,
  { what, deadlineMs = pluginDeadlineMs }: AppliedRequest,
): Promise<RequestOptions> {
  const options: RequestOptions = {};
  try {
    await inTime((await config()).applyToHTTPSOptions(options), deadlineMs);
    return options;
  } catch (error) {
    const reason = errorFrom(error).message.trim() || "it gave no reason";
    throw clientError("client/plugin-failed", { what, reason }, error);
  }
}

/** The token or the client certificate in the options of a request. */
export function identityIn(options: RequestOptions): IssuedIdentity {
  const token = bearer(options);
  return {
    ...(token === undefined ? {} : { token }),
    ...(options.cert === undefined ? {} : { certData: pem(options.cert) }),
    ...(options.key === undefined ? {} : { keyData: pem(options.key) }),
  };
}

/** The runner takes no signal, so a request that does not end is left behind. */
async function inTime(work: Promise<void>, deadlineMs: number): Promise<void> {
  const done = new AbortController();
  const late = delay(deadlineMs, undefined, { signal: done.signal }).then(() => {
    throw new Error(`it did not answer within ${deadlineMs / 1000} s`);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    done.abort();
  }
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
function kubeconfigOf({ user }: SelectedContext, { server }: ClusterCredentials): object {
  const name = "capstan";
  return {
    "current-context": name,
    clusters: [{ name, cluster: { server } }],
    users: [{ name, user: user.value }],
    contexts: [{ name, context: { cluster: name, user: name } }],
  };
}

function bearer({ headers }: RequestOptions): string | undefined {
  const value = isJsonObject(headers) ? headers["Authorization"] : undefined;
  return typeof value === "string" && value.startsWith("Bearer ") ? value.slice("Bearer ".length) : undefined;
}

/** A string or a buffer in practice; Node's type also allows lists. */
function pem(value: unknown): string {
  return Buffer.isBuffer(value) ? value.toString("utf8") : typeof value === "string" ? value : "";
}
