// Credentials written as a kubeconfig, in JSON (which every YAML reader takes): for child processes, clusterctl and the
// `<cluster>-kubeconfig` Secret. Reading one is the client's work.
import type { ClusterCredentials } from "./credentials.ts";

const base64 = (text: string): string => btoa(text);

/** A kubeconfig with one cluster, one user and one context, all called `name`. */
export function formatKubeconfig(credentials: ClusterCredentials, name = "capstan"): string {
  const { server, caData, certData, keyData, token, tokenFile, namespace, tlsServerName, insecureSkipTlsVerify } =
    credentials;
  const config = {
    apiVersion: "v1",
    kind: "Config",
    "current-context": name,
    clusters: [
      {
        name,
        cluster: {
          server,
          ...(caData === undefined ? {} : { "certificate-authority-data": base64(caData) }),
          ...(tlsServerName === undefined ? {} : { "tls-server-name": tlsServerName }),
          ...(insecureSkipTlsVerify === true ? { "insecure-skip-tls-verify": true } : {}),
        },
      },
    ],
    users: [
      {
        name,
        user: {
          ...(certData === undefined ? {} : { "client-certificate-data": base64(certData) }),
          ...(keyData === undefined ? {} : { "client-key-data": base64(keyData) }),
          ...(token === undefined ? {} : { token }),
          ...(tokenFile === undefined ? {} : { tokenFile }),
        },
      },
    ],
    contexts: [{ name, context: { cluster: name, user: name, ...(namespace === undefined ? {} : { namespace }) } }],
  };
  return `${JSON.stringify(config, null, 2)}\n`;
}
