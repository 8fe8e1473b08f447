// What a kubeconfig's context means: an address, an authority and an identity, read from data or from files. Called by
// load-credentials.ts. Users that get their credentials from a program or a provider are plugin-credentials.ts's.
import { readFile } from "node:fs/promises";
import { isAbsolute, join } from "node:path";
import type { ClusterCredentials } from "@capstan/kube";
import { errorFrom } from "@capstan/kube";
import { clientError } from "../errors.ts";
import type { SelectedContext } from "./kubeconfig.ts";

/** The credentials of a context, as far as they stand in the kubeconfig and its files. */
export async function contextCredentials(context: SelectedContext): Promise<ClusterCredentials> {
  const { cluster, user, namespace } = context;
  if (cluster.server === undefined || cluster.server === "") throw refuse(context, "its cluster has no server");
  if (cluster["proxy-url"] !== undefined) throw refuse(context, "its cluster has a proxy-url, which is not supported");
  if (user.username !== undefined)
    throw refuse(context, "its user has a password, which Kubernetes has not accepted since 1.19");
  // One after the other, so that of several files that are missing the same one is named each time.
  const caData = await pem(context, cluster["certificate-authority-data"], cluster["certificate-authority"]);
  const certData = await pem(context, user["client-certificate-data"], user["client-certificate"]);
  const keyData = await pem(context, user["client-key-data"], user["client-key"]);
  return defined({
    server: cluster.server,
    caData,
    certData,
    keyData,
    token: user.token,
    tokenFile: user.tokenFile === undefined ? undefined : resolve(context, user.tokenFile),
    insecureSkipTlsVerify: cluster["insecure-skip-tls-verify"],
    tlsServerName: cluster["tls-server-name"],
    namespace,
  });
}

/** What makes a kubeconfig do more than say what stands in it: programs that are run and files that are read. */
const reaching = {
  cluster: ["certificate-authority"],
  user: ["client-certificate", "client-key", "tokenFile", "exec", "auth-provider"],
} as const;

/** Refuses a context that runs programs or reads files. */
export function requireData(context: SelectedContext): void {
  const { cluster, user } = context;
  const found =
    reaching.cluster.find((field) => cluster[field] !== undefined) ??
    reaching.user.find((field) => user[field] !== undefined);
  if (found !== undefined)
    throw refuse(
      context,
      `it has "${found}", but a kubeconfig that is no file of this computer must hold its credentials as data`,
    );
}

/** Data goes before a file, as in kubectl. */
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
    throw refuse(context, errorFrom(error).message);
  }
}

/** Paths are relative to the kubeconfig that they stand in. */
function resolve({ folder }: SelectedContext, file: string): string {
  return isAbsolute(file) ? file : join(folder, file);
}

function refuse({ file }: SelectedContext, reason: string): Error {
  return clientError("client/bad-kubeconfig", { file, reason });
}

function defined<T extends object>(fields: { readonly [K in keyof T]: T[K] | undefined }): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}
