// A client from a KubeConfig of @kubernetes/client-node, with whatever gives its user an identity: files, exec, OIDC, or an authenticator that the program has added.
import type { RequestOptions } from "node:https";
import { bufferFromFileOrString, type KubeConfig } from "@kubernetes/client-node";
import type { Client } from "../client.ts";
import { type ClientOptions, createClient } from "../create-client.ts";
import type { RenewableCredentials } from "../credentials/credential-keeper.ts";
import { appliedOptions, identityIn } from "../credentials/plugin-credentials.ts";
import { clientError } from "../errors.ts";

/** The part of a KubeConfig that is used; that of another copy of the package will do. */
export type KubeConfigLike = Pick<
  KubeConfig,
  "applyToHTTPSOptions" | "getContextObject" | "getCurrentCluster" | "getCurrentContext" | "getCurrentUser"
>;

/**
 * Creates a client for the current context of a KubeConfig of @kubernetes/client-node. `applyToHTTPSOptions` of the KubeConfig gives the identity of its user, and is called again each minute, after a 401 and when the server's certificate is not trusted: tokens in files, exec plugins, OIDC
 * and authenticators that were added with `addAuthenticator` are renewed as there. The client keeps the context, the cluster and the user that are the current ones now: a change of the current context has no effect on it, but for a subclass with private fields, whose identity can then not be renewed.
 *
 * Rejects with `client/kubeconfig-object` when there is no cluster or the KubeConfig has something that is not supported (a proxy, a password, impersonation), with `client/plugin-failed` when its user gets no identity, and with
 * the errors of `createClient`. Without a KubeConfig in hand use `loadCredentials`, which needs no other package.
 *
 * @example
 * const config = new KubeConfig();
 * config.loadFromDefault();
 * const client = await clientFromKubeConfig(config, { fieldManager: "my-tool" });
 */
export async function clientFromKubeConfig(config: KubeConfigLike, options: ClientOptions = {}): Promise<Client> {
  return createClient(await credentialsOf(config), options);
}

async function credentialsOf(config: KubeConfigLike): Promise<RenewableCredentials> {
  const { server, caFile, caData, tlsServerName, skipTLSVerify } = supportedCluster(config);
  const namespace = config.getContextObject(config.getCurrentContext())?.namespace;
  // Of a context without a user the options have no authority.
  const authority = bufferFromFileOrString(caFile, caData)?.toString("utf8");
  const base = {
    server,
    ...(authority === undefined ? {} : { caData: authority }),
    ...(tlsServerName === undefined ? {} : { tlsServerName }),
    ...(skipTLSVerify ? { insecureSkipTlsVerify: true } : {}),
    ...(namespace === undefined ? {} : { namespace }),
  };
  const what = `user "${config.getCurrentUser()?.name ?? ""}"`;
  const options = optionsOf(config, what);
  const identity = async (): Promise<RenewableCredentials> => ({
    ...base,
    ...identityIn(await options()),
    renew: identity,
  });
  return identity();
}

/** The options of a request in the context that is the current one now. */
function optionsOf(config: KubeConfigLike, what: string): () => Promise<RequestOptions> {
  const [cluster, user] = [config.getCurrentCluster(), config.getCurrentUser()];
  const kept = copyOf(config);
  const isCurrent = (): boolean => config.getCurrentCluster() === cluster && config.getCurrentUser() === user;
  return async () => {
    if (isCurrent()) {
      const options = await appliedOptions(async () => config, { what });
      if (isCurrent()) return options;
    }
    return appliedOptions(async () => kept, { what });
  };
}

/** A copy with a current context of its own, for when that of the KubeConfig has changed: no server gets the identity of another. It shares the users and the authenticators, and lacks the private fields of a subclass. */
function copyOf(config: KubeConfigLike): KubeConfigLike {
  const prototype: object | null = Object.getPrototypeOf(config);
  const copy: KubeConfigLike = Object.create(prototype, Object.getOwnPropertyDescriptors(config));
  return copy;
}

function supportedCluster(config: KubeConfigLike): NonNullable<ReturnType<KubeConfig["getCurrentCluster"]>> {
  const cluster = config.getCurrentCluster();
  const user = config.getCurrentUser();
  const reject = (reason: string, help: string): Error => clientError("client/kubeconfig-object", { reason, help });
  if (cluster === null)
    throw reject("its current context has no cluster", "load it first, or set a context that it has");
  if (cluster.proxyUrl !== undefined)
    throw reject("its cluster has a proxy, which is not supported", "use a direct connection to the server");
  if (user?.username !== undefined)
    throw reject(
      "its user has a password, which Kubernetes has not accepted since 1.19",
      "use a token or a client certificate",
    );
  if (user?.impersonateUser !== undefined)
    throw reject("its user impersonates another, which is not supported", "use the credentials of that user");
  return cluster;
}
