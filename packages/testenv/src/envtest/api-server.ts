// Starts kube-apiserver and waits until it is ready. RBAC is enabled: only the admin has full access.
import { join } from "node:path";
import type { ClusterCredentials } from "@capstan/kube";
import { freePort } from "../host/ports.ts";
import { writeSecretFile } from "../host/secret-file.ts";
import { auditArgs, type AuditOptions } from "./audit.ts";
import type { Etcd } from "./etcd.ts";
import { createPki, type Pki } from "./pki.ts";
import { type UserIssuer, userCredentials } from "../test-env.ts";
import { type RestartableProgram, startProgram } from "./program.ts";
import { createRest, type Rest } from "./rest.ts";

/** How to start it. */
export interface ApiServerOptions {
  readonly command: string;
  readonly etcd: Pick<Etcd, "url" | "clientFiles">;
  /** Where its certificates, configuration and logs go. */
  readonly folder: string;
  readonly audit: AuditOptions | undefined;
  /** The Unix socket of an HTTP CONNECT proxy for calls to webhooks by Service. */
  readonly egressSocket: string | undefined;
  readonly port: number | undefined;
  readonly extraArgs: readonly string[];
  /** Ends the start. */
  readonly signal?: AbortSignal | undefined;
}

/** A running API server. */
export interface ApiServer {
  readonly program: RestartableProgram;
  readonly credentials: ClusterCredentials;
  readonly users: UserIssuer;
  readonly rest: Rest;
}

/** Starts it; resolves when it is ready. */
export async function startApiServer(options: ApiServerOptions): Promise<ApiServer> {
  const pki = createPki(join(options.folder, "pki"));
  const port = options.port ?? (await freePort());
  const args = [...fixedArgs, ...ownArgs(options, pki, port), ...options.extraArgs];
  const users = { server: `https://127.0.0.1:${port}`, authority: pki.authority };
  const credentials = userCredentials(users, admin);
  const rest = createRest(credentials);
  const isReady = async (): Promise<boolean> => (await rest.call({ method: "GET", path: "/readyz" })).status === 200;
  const program = await startProgram({
    name: "kube-apiserver",
    command: options.command,
    args,
    log: join(options.folder, "logs", "kube-apiserver.log"),
    signal: options.signal,
    ready: { what: "kube-apiserver to be ready", until: isReady },
  }).catch((error: unknown) => {
    rest.close();
    throw error;
  });
  return { program, credentials, users, rest };
}

/** Members of this group pass every authorization check. */
const admin = { name: "capstan-admin", groups: ["system:masters"] };

const fixedArgs = [
  "--bind-address=127.0.0.1",
  "--advertise-address=127.0.0.1",
  "--service-cluster-ip-range=10.0.0.0/24",
  "--authorization-mode=RBAC",
  "--allow-privileged=true",
  // It would reject Pods until their namespace has a default ServiceAccount, and nothing else needs it.
  "--disable-admission-plugins=ServiceAccount",
];

function ownArgs({ etcd, folder, audit, egressSocket }: ApiServerOptions, pki: Pki, port: number): string[] {
  return [
    `--etcd-servers=${etcd.url}`,
    `--etcd-cafile=${etcd.clientFiles.authority}`,
    `--etcd-certfile=${etcd.clientFiles.certificate}`,
    `--etcd-keyfile=${etcd.clientFiles.key}`,
    `--secure-port=${port}`,
    `--cert-dir=${join(folder, "pki")}`,
    `--tls-cert-file=${pki.serverCertificate}`,
    `--tls-private-key-file=${pki.serverKey}`,
    `--client-ca-file=${pki.authorityCertificate}`,
    `--service-account-issuer=https://127.0.0.1:${port}`,
    `--service-account-key-file=${pki.serviceAccountPublicKey}`,
    `--service-account-signing-key-file=${pki.serviceAccountKey}`,
    ...(audit === undefined ? [] : auditArgs(audit)),
    ...(egressSocket === undefined ? [] : [`--egress-selector-config-file=${writeEgressConfig(folder, egressSocket)}`]),
  ];
}

/** Calls to Services and Pods go through the proxy; calls to etcd and to URLs stay direct. */
function writeEgressConfig(folder: string, socket: string): string {
  const file = join(folder, "egress.json");
  const connection = { proxyProtocol: "HTTPConnect", transport: { uds: { udsName: socket } } };
  const selection = { name: "cluster", connection };
  const config = {
    apiVersion: "apiserver.k8s.io/v1beta1",
    kind: "EgressSelectorConfiguration",
    egressSelections: [selection],
  };
  writeSecretFile(file, JSON.stringify(config));
  return file;
}
