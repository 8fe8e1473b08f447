// The identity of a process: a token of its own ServiceAccount, kept fresh in a file, and a kubeconfig that uses it, so that RBAC
// applies as in a Pod.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Client } from "@capstan/client";
import { type ClusterCredentials, formatKubeconfig } from "@capstan/kube";
import { ServiceAccount } from "@capstan/kube/builtin";
import { writeSecretFile } from "@capstan/testenv/host";

/** The ServiceAccount, and where its files go. */
export interface IdentityOptions {
  readonly client: Client;
  /** The API server; only its address and authority are used. */
  readonly credentials: ClusterCredentials;
  readonly namespace: string;
  readonly serviceAccount: string;
  readonly folder: string;
}

/** Files that identify a process. */
export interface Identity {
  /** Holds token, ca.crt and namespace, as in a Pod. */
  readonly folder: string;
  readonly kubeconfig: string;
  /** Replaces the token when half of its life is over. */
  refresh(): Promise<void>;
}

/** One hour, as the kubelet requests. */
const lifeSeconds = 3600;

/** Requests a token and writes the files. */
export async function createIdentity(options: IdentityOptions): Promise<Identity> {
  const { credentials, namespace, folder } = options;
  const account = join(folder, "serviceaccount");
  mkdirSync(account, { recursive: true, mode: 0o700 });
  writeSecretFile(join(account, "ca.crt"), credentials.caData ?? "");
  writeSecretFile(join(account, "namespace"), namespace);
  let renewAt = 0;
  const refresh = async (): Promise<void> => {
    if (Date.now() < renewAt) return;
    // Readers never see a partial token.
    writeSecretFile(join(account, "token"), await requestToken(options));
    renewAt = Date.now() + (lifeSeconds * 1000) / 2;
  };
  await refresh();
  const kubeconfig = join(folder, "kubeconfig");
  const own = {
    server: credentials.server,
    caData: credentials.caData ?? "",
    tokenFile: join(account, "token"),
    namespace,
  };
  writeSecretFile(kubeconfig, formatKubeconfig(own));
  return { folder: account, kubeconfig, refresh };
}

interface TokenAnswer {
  readonly status: { readonly token: string };
}

async function requestToken({ client, namespace, serviceAccount }: IdentityOptions): Promise<string> {
  const body = {
    apiVersion: "authentication.k8s.io/v1",
    kind: "TokenRequest",
    spec: { expirationSeconds: lifeSeconds },
  };
  const path = `/api/v1/namespaces/${namespace}/${ServiceAccount.plural}/${serviceAccount}/token`;
  // The answer of the API server that this process started.
  const answer = (await client.request({ method: "POST", path, body })).json() as TokenAnswer;
  return answer.status.token;
}
