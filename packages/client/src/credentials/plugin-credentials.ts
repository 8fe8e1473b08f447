// Credentials that a program (exec) or an identity provider (auth-provider, OIDC) issues. Called by load-credentials.ts.
// @kubernetes/client-node knows how to ask them; it is loaded here and nowhere else, because it takes 260 ms and 80 MB.
import type { RequestOptions } from "node:https";
import { type ClusterCredentials, errorFrom } from "@capstan/kube";
import type { RenewableCredentials } from "../credential-keeper.ts";
import { clientError } from "../errors.ts";
import type { SelectedContext } from "./kubeconfig.ts";

/** What issues the credentials of a context's user, in the kubeconfig's words; undefined when nothing does. */
export function pluginOf({ user }: SelectedContext): string | undefined {
  if (user.exec !== undefined) return "exec plugin";
  return user["auth-provider"] === undefined ? undefined : `auth-provider "${user["auth-provider"].name ?? ""}"`;
}

/** Asks for credentials; each renewal asks again. */
export async function pluginCredentials(
  context: SelectedContext,
  base: ClusterCredentials,
): Promise<RenewableCredentials> {
  const options = await ask(context, base.server);
  const token = bearer(options);
  return {
    ...base,
    ...(token === undefined ? {} : { token }),
    ...(options.cert === undefined ? {} : { certData: pem(options.cert) }),
    ...(options.key === undefined ? {} : { keyData: pem(options.key) }),
    // A program is run, or a provider asked: not each minute, only when the server no longer takes what it gave.
    freshMs: Number.POSITIVE_INFINITY,
    renew: () => pluginCredentials(context, base),
  };
}

async function ask(context: SelectedContext, server: string): Promise<RequestOptions> {
  const { KubeConfig } = await import("@kubernetes/client-node");
  const config = new KubeConfig();
  const name = "capstan";
  const text = {
    "current-context": name,
    // Only who we are is asked for: the cluster's own certificates stay with base.
    clusters: [{ name, cluster: { server } }],
    users: [{ name, user: context.user }],
    contexts: [{ name, context: { cluster: name, user: name } }],
  };
  const options: RequestOptions = {};
  try {
    config.loadFromString(JSON.stringify(text));
    await config.applyToHTTPSOptions(options);
  } catch (error) {
    throw clientError(
      "client/plugin-failed",
      { what: pluginOf(context) ?? "user", reason: errorFrom(error).message },
      error,
    );
  }
  return options;
}

function bearer({ headers }: RequestOptions): string | undefined {
  const value = (headers as Readonly<Record<string, unknown>> | undefined)?.["Authorization"];
  return typeof value === "string" && value.startsWith("Bearer ") ? value.slice("Bearer ".length) : undefined;
}

/** Both are text or bytes here; node's types also allow lists. */
function pem(value: unknown): string {
  return Buffer.isBuffer(value) ? value.toString("utf8") : typeof value === "string" ? value : "";
}
