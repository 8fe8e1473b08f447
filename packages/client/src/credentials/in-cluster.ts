// The credentials of a pod: the token and the authority of its ServiceAccount, where the kubelet mounts them.
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { freshFilesMs, type RenewableCredentials } from "./credential-keeper.ts";

const folder = "/var/run/secrets/kubernetes.io/serviceaccount";

/** Where in-cluster credentials are read from; tests set their own. */
export interface PodEnvironment {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where the ServiceAccount is mounted. */
  readonly folder?: string;
}

/** The credentials of this pod; undefined outside of a pod. */
export async function inClusterCredentials(pod: PodEnvironment): Promise<RenewableCredentials | undefined> {
  const { KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: port = "443" } = pod.env;
  const mount = pod.folder ?? folder;
  const tokenFile = join(mount, "token");
  if (host === undefined || host === "" || !existsSync(tokenFile)) return undefined;
  const [caData, namespace] = await Promise.all([
    readOptional(join(mount, "ca.crt")),
    readOptional(join(mount, "namespace")),
  ]);
  return {
    server: `https://${host.includes(":") ? `[${host}]` : host}:${port}`,
    tokenFile,
    ...(caData === undefined ? {} : { caData }),
    ...(namespace === undefined ? {} : { namespace: namespace.trim() }),
    freshMs: freshFilesMs,
    renew: async () => {
      const next = await inClusterCredentials(pod);
      if (next === undefined) throw new Error("the ServiceAccount is no longer mounted");
      // Without it, the authorities of Node would be trusted, and not that of the cluster.
      if (caData !== undefined && next.caData === undefined) throw new Error("the authority can no longer be read");
      return next;
    },
  };
}

async function readOptional(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch {
    return undefined;
  }
}
