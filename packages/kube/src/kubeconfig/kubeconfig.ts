// Credentials for an API server, and a kubeconfig written from them. It is written as JSON, which every YAML reader accepts.

/** The address of an API server and an identity on it. Certificates and keys are PEM, not base64 and not file names. */
export interface ClusterCredentials {
  /** Base URL, for example `https://127.0.0.1:6443`. */
  readonly server: string;
  readonly caData?: string;
  readonly certData?: string;
  readonly keyData?: string;
  readonly token?: string;
  /** A file with a token, which is read again whenever it is rotated. */
  readonly tokenFile?: string;
  /** Accepts any server certificate. Capstan never sets it. */
  readonly insecureSkipTlsVerify?: boolean;
  /** The name that the server's certificate is verified for; the host of the URL by default. */
  readonly tlsServerName?: string;
  /** The default namespace of requests. */
  readonly namespace?: string;
}

const base64 = (value: string): string => btoa(value);

/** A kubeconfig with one cluster, one user and one context, all named `name`. */
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
