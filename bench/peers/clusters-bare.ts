// The least that connections to 200 workload clusters could be on Node: each is one connection, over which go a call, a list of the Nodes, and then their watch. It keeps
// nothing, looks at no server again and limits none. Flags: --expect and --report.
import { readFileSync } from "node:fs";
import { Agent, get } from "node:https";
import type { IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { parseKubeconfig } from "@capstan/client";
import type { Node } from "@capstan/kube/builtin";
import { latencies } from "../src/latencies.ts";
import { sentOf } from "../src/workload-node.ts";

const { values } = parseArgs({ options: { expect: { type: "string" }, report: { type: "string" } }, strict: false });
const { expect = "0", report = "" } = values;
const note = latencies({ expect: String(expect), report: String(report) });
const kubeconfig = readFileSync(process.env["KUBECONFIG"] ?? "", "utf8");
const { server, caData, certData, keyData } = await parseKubeconfig(kubeconfig, { name: "KUBECONFIG", owner: "bench" });
const tls = { ca: caData, cert: certData, key: keyData };
/** As many as a manager connects to at once. */
const atOnce = 10;

interface Watched {
  readonly object: Node;
}

async function connect(cluster: string): Promise<void> {
  const agent = new Agent({ ...tls, keepAlive: true });
  const ask = async (path: string): Promise<IncomingMessage> =>
    await new Promise((resolve, reject) => {
      get(new URL(path, server), { agent }, resolve).on("error", reject);
    });
  await text(await ask("/version"));
  const list = JSON.parse(await text(await ask("/api/v1/nodes?limit=50"))) as {
    readonly items: readonly Node[];
    readonly metadata: { readonly resourceVersion: string };
  };
  for (const node of list.items) note(cluster, sentOf(node));
  const watch = await ask(`/api/v1/nodes?watch=1&resourceVersion=${list.metadata.resourceVersion}`);
  // An event is one line, and one chunk.
  watch.setEncoding("utf8").on("data", (line: string) => note(cluster, sentOf((JSON.parse(line) as Watched).object)));
}

let next = 0;
const worker = async (): Promise<void> => {
  for (let index = next++; index < Number(expect); index = next++) await connect(`cluster-${index}`);
};
process.once("SIGTERM", () => process.exit(0));
await Promise.all(Array.from({ length: atOnce }, worker));
