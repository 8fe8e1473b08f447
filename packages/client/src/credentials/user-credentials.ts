// Reads the address, the authority and the identity of a kubeconfig's context, from its data or from the files that it names.
import { readFile } from "node:fs/promises";
import { type CapstanError, type ClusterCredentials, errorFrom } from "@capstan/kube";
import { certificateProblem, keyProblem, tokenProblem } from "./credential-problems.ts";
import type { SelectedContext } from "./kubeconfig.ts";
import { type Entry, fieldError, resolvePath } from "./kubeconfig-entry.ts";
import { addressProblem } from "./server-address.ts";

const removePassword = "use a token or a client certificate";

/** The credentials of a context that are in the kubeconfig and its files; plugins are not run. */
export async function contextCredentials({ cluster, user, namespace }: SelectedContext): Promise<ClusterCredentials> {
  const server = serverOf(cluster);
  if (cluster.value["proxy-url"] !== undefined)
    throw fieldError(cluster, "proxy-url", {
      problem: "is not supported",
      help: "use a direct connection to the server",
    });
  if (user.value.username !== undefined)
    throw fieldError(user, "username", {
      problem: "belongs to a password, which Kubernetes has not accepted since 1.19",
      help: removePassword,
    });
  const { token } = user.value;
  const badToken = token === undefined ? undefined : tokenProblem(token);
  if (badToken !== undefined)
    throw fieldError(user, "token", { problem: badToken, help: "write the token on one line" });
  // Read one after the other: when several files are missing, the message always names the same one.
  const caData = await pem(cluster, "certificate-authority", certificateProblem);
  const certData = await pem(user, "client-certificate", certificateProblem);
  const keyData = await pem(user, "client-key", keyProblem);
  const tokenFile = user.value.tokenFile === undefined ? undefined : resolvePath(user, user.value.tokenFile);
  const insecureSkipTlsVerify = cluster.value["insecure-skip-tls-verify"];
  const tlsServerName = cluster.value["tls-server-name"];
  return {
    server,
    ...(caData === undefined ? {} : { caData }),
    ...(certData === undefined ? {} : { certData }),
    ...(keyData === undefined ? {} : { keyData }),
    ...(token === undefined ? {} : { token }),
    ...(tokenFile === undefined ? {} : { tokenFile }),
    ...(insecureSkipTlsVerify === undefined ? {} : { insecureSkipTlsVerify }),
    ...(tlsServerName === undefined ? {} : { tlsServerName }),
    ...(namespace === undefined ? {} : { namespace }),
  };
}

function serverOf(cluster: SelectedContext["cluster"]): string {
  const { server = "" } = cluster.value;
  const problem = server === "" ? "is missing" : addressProblem(server);
  if (problem !== undefined) throw fieldError(cluster, "server", { problem, help: "write it as https://host:port" });
  return server;
}

type PemFields<F extends string> = { readonly [N in F | `${F}-data`]?: string };

/** Data takes precedence over a file, as in kubectl. */
async function pem<F extends string>(
  entry: Entry<PemFields<F>>,
  field: F,
  problemOf: (content: string) => string | undefined,
): Promise<string | undefined> {
  const fields: Readonly<Record<string, string | undefined>> = entry.value;
  const { [`${field}-data`]: data, [field]: file } = fields;
  if (data !== undefined) {
    const content = Buffer.from(data, "base64").toString("utf8");
    const problem = problemOf(content);
    if (problem === undefined) return content;
    throw fieldError(entry, `${field}-data`, { problem, help: "write the content of a PEM file, encoded in base64" });
  }
  if (file === undefined) return undefined;
  const path = resolvePath(entry, file);
  const content = await readFile(path, "utf8").catch((error: unknown) => {
    throw unreadable(entry, field, { path, error });
  });
  const problem = problemOf(content);
  if (problem === undefined) return content;
  throw fieldError(entry, field, { problem: `names the file ${path}, which ${problem}`, help: "name a file in PEM" });
}

function unreadable(
  entry: Entry<unknown>,
  field: string,
  { path, error }: { path: string; error: unknown },
): CapstanError {
  const { code, message }: NodeJS.ErrnoException = errorFrom(error);
  const why = code === "ENOENT" ? "does not exist" : `cannot be read: ${message}`;
  return fieldError(entry, field, {
    problem: `names the file ${path}, which ${why}`,
    help: "name a file that this process may read",
  });
}
