// Reads the address, the authority and the identity of a kubeconfig's context, from its data or from the files that it names.
import { readFile } from "node:fs/promises";
import { isAbsolute, join } from "node:path";
import { type ClusterCredentials, errorFrom } from "@capstan/kube";
import { clientError } from "../errors.ts";
import type { SelectedContext } from "./kubeconfig.ts";

/** The credentials of a context that are in the kubeconfig and its files; plugins are not run. */
export async function contextCredentials(context: SelectedContext): Promise<ClusterCredentials> {
  const { cluster, user, namespace } = context;
  if (cluster.server === undefined || cluster.server === "") throw rejection(context, "its cluster has no server");
  if (cluster["proxy-url"] !== undefined)
    throw rejection(context, "its cluster has a proxy-url, which is not supported");
  if (user.username !== undefined)
    throw rejection(context, "its user has a password, which Kubernetes has not accepted since 1.19");
  // Read one after the other: when several files are missing, the message always names the same one.
  const caData = await pem(context, cluster["certificate-authority-data"], cluster["certificate-authority"]);
  const certData = await pem(context, user["client-certificate-data"], user["client-certificate"]);
  const keyData = await pem(context, user["client-key-data"], user["client-key"]);
  const tokenFile = user.tokenFile === undefined ? undefined : resolve(context, user.tokenFile);
  const insecureSkipTlsVerify = cluster["insecure-skip-tls-verify"];
  const tlsServerName = cluster["tls-server-name"];
  return {
    server: cluster.server,
    ...(caData === undefined ? {} : { caData }),
    ...(certData === undefined ? {} : { certData }),
    ...(keyData === undefined ? {} : { keyData }),
    ...(user.token === undefined ? {} : { token: user.token }),
    ...(tokenFile === undefined ? {} : { tokenFile }),
    ...(insecureSkipTlsVerify === undefined ? {} : { insecureSkipTlsVerify }),
    ...(tlsServerName === undefined ? {} : { tlsServerName }),
    ...(namespace === undefined ? {} : { namespace }),
  };
}

/** Fields that run a program or read a file. */
const unsafeFields = {
  cluster: ["certificate-authority"],
  user: ["client-certificate", "client-key", "tokenFile", "exec", "auth-provider"],
} as const;

/** Rejects a context that runs programs or reads files. */
export function requireData(context: SelectedContext): void {
  const { cluster, user } = context;
  const found =
    unsafeFields.cluster.find((field) => cluster[field] !== undefined) ??
    unsafeFields.user.find((field) => user[field] !== undefined);
  if (found !== undefined)
    throw rejection(context, `"${found}" is not allowed in a kubeconfig that does not come from a local file`);
}

/** Data takes precedence over a file, as in kubectl. */
async function pem(
  context: SelectedContext,
  data: string | undefined,
  file: string | undefined,
): Promise<string | undefined> {
  if (data !== undefined) return Buffer.from(data, "base64").toString("utf8");
  if (file === undefined) return undefined;
  try {
    return await readFile(resolve(context, file), "utf8");
  } catch (error) {
    throw rejection(context, errorFrom(error).message);
  }
}

/** Paths are relative to the kubeconfig that contains them. */
function resolve({ folder }: SelectedContext, file: string): string {
  return isAbsolute(file) ? file : join(folder, file);
}

function rejection({ file }: SelectedContext, reason: string): Error {
  return clientError("client/bad-kubeconfig", { file, reason });
}
