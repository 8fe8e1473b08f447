// Starts etcd on free ports of 127.0.0.1 and reads raw keys through its JSON gateway. fsync is off: test data need not survive
// a power failure.
import { join } from "node:path";
import { freePorts } from "../host/ports.ts";
import { type LocalProcess, startProcess } from "../host/process.ts";
import { envtestError } from "./errors.ts";
import { waitFor } from "./wait.ts";

/** A running etcd. */
export interface Etcd {
  readonly url: string;
  readonly process: LocalProcess;
  /** The stored value of a key; undefined when there is none. */
  read(key: string): Promise<Buffer | undefined>;
}

/** Starts etcd with its data in `folder` and resolves when it is healthy. */
export async function startEtcd(command: string, folder: string): Promise<Etcd> {
  const [client = 0, peer = 0] = await freePorts(2);
  const url = `http://127.0.0.1:${client}`;
  const args = [
    `--data-dir=${join(folder, "etcd")}`,
    `--listen-client-urls=${url}`,
    `--advertise-client-urls=${url}`,
    `--listen-peer-urls=http://127.0.0.1:${peer}`,
    `--initial-advertise-peer-urls=http://127.0.0.1:${peer}`,
    `--initial-cluster=default=http://127.0.0.1:${peer}`,
    "--unsafe-no-fsync",
    "--log-level=warn",
  ];
  const process = await startProcess({ name: "etcd", command, args, log: join(folder, "logs", "etcd.log") });
  try {
    await waitFor({ what: "etcd to be healthy", process, until: async () => (await fetch(`${url}/health`)).ok });
  } catch (error) {
    await process.stop();
    throw error;
  }
  return { url, process, read: (key) => readKey(url, key) };
}

async function readKey(url: string, key: string): Promise<Buffer | undefined> {
  const body = JSON.stringify({ key: Buffer.from(key).toString("base64") });
  const response = await fetch(`${url}/v3/kv/range`, { method: "POST", body });
  if (!response.ok)
    throw envtestError("testenv/etcd-rejected", { key, status: response.status, text: await response.text() });
  // The answer of the etcd that this process started.
  const { kvs = [] } = (await response.json()) as { kvs?: { value: string }[] };
  const [first] = kvs;
  return first === undefined ? undefined : Buffer.from(first.value, "base64");
}
