// Starts etcd on free ports of 127.0.0.1 and reads raw keys through its JSON gateway. Only holders of a client certificate can use it:
// other users of this computer reach the ports, too. fsync is off: test data need not survive a power failure.
import { join } from "node:path";
import { freePorts } from "../host/ports.ts";
import { envtestError } from "./errors.ts";
import { createEtcdPki, type EtcdClientFiles, type EtcdPki } from "./etcd-pki.ts";
import { type RestartableProgram, startProgram } from "./program.ts";
import { createRest, type Rest } from "./rest.ts";

/** A running etcd. */
export interface Etcd {
  readonly url: string;
  readonly program: RestartableProgram;
  /** The files that a client, such as an API server, connects with. */
  readonly clientFiles: EtcdClientFiles;
  /** The stored value of a key; undefined when there is none. */
  read(key: string): Promise<Buffer | undefined>;
  /** Closes the connections of `read`. */
  close(): void;
}

/** Starts etcd with its data in `folder` and resolves when it is healthy. */
export async function startEtcd(command: string, folder: string, signal?: AbortSignal): Promise<Etcd> {
  const [client = 0, peer = 0] = await freePorts(2);
  const pki = createEtcdPki(join(folder, "pki", "etcd"));
  const url = `https://127.0.0.1:${client}`;
  const args = [...dataArgs(folder), ...addressArgs(url, `https://127.0.0.1:${peer}`), ...certificateArgs(pki)];
  const rest = createRest({ server: url, ...pki.clientCredentials });
  const isHealthy = async (): Promise<boolean> => (await rest.call({ method: "GET", path: "/health" })).status === 200;
  const program = await startProgram({
    name: "etcd",
    command,
    args,
    log: join(folder, "logs", "etcd.log"),
    signal,
    ready: { what: "etcd to be healthy", until: isHealthy },
  }).catch((error: unknown) => {
    rest.close();
    throw error;
  });
  return {
    url,
    program,
    clientFiles: pki.clientFiles,
    read: (key) => readKey(rest, key),
    close: () => rest.close(),
  };
}

function dataArgs(folder: string): string[] {
  return [`--data-dir=${join(folder, "etcd")}`, "--unsafe-no-fsync", "--log-level=warn"];
}

/** It is its own only peer. */
function addressArgs(client: string, peer: string): string[] {
  return [
    `--listen-client-urls=${client}`,
    `--advertise-client-urls=${client}`,
    `--listen-peer-urls=${peer}`,
    `--initial-advertise-peer-urls=${peer}`,
    `--initial-cluster=default=${peer}`,
  ];
}

function certificateArgs({ authority, serverCertificate, serverKey }: EtcdPki): string[] {
  return ["", "peer-"].flatMap((prefix) => [
    `--${prefix}client-cert-auth`,
    `--${prefix}trusted-ca-file=${authority}`,
    `--${prefix}cert-file=${serverCertificate}`,
    `--${prefix}key-file=${serverKey}`,
  ]);
}

async function readKey(rest: Rest, key: string): Promise<Buffer | undefined> {
  const body = { key: Buffer.from(key).toString("base64") };
  const { status, text } = await rest.call({ method: "POST", path: "/v3/kv/range", body });
  if (status !== 200) throw envtestError("testenv/etcd-rejected", { key, status, text });
  // The answer of the etcd that this process started.
  const { kvs = [] } = JSON.parse(text) as { kvs?: { value: string }[] };
  const [first] = kvs;
  return first === undefined ? undefined : Buffer.from(first.value, "base64");
}
