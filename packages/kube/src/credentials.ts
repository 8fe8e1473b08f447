// How to reach an API server and who to be there: what a kubeconfig comes down to. Texts are PEM, never base64 or files,
// except the token file, which is read again as it is rotated.

/** The address of an API server and one identity on it. */
export interface ClusterCredentials {
  /** Base URL, for example `https://127.0.0.1:6443`. */
  readonly server: string;
  readonly caData?: string;
  readonly certData?: string;
  readonly keyData?: string;
  readonly token?: string;
  readonly tokenFile?: string;
  /** Accept any server certificate; never set by Capstan itself. */
  readonly insecureSkipTlsVerify?: boolean;
  /** The name the server's certificate is checked against, where it is not the URL's host. */
  readonly tlsServerName?: string;
  /** The namespace used where none is given. */
  readonly namespace?: string;
}
