// The least that an operator on Node could be: one connection, over which comes a watch that begins with all objects; each line goes through JSON.parse. It keeps no object, has no queue,
// no probes and no metrics. Flags: --expect, --report and --namespace.
import { readFileSync } from "node:fs";
import { get } from "node:https";
import { parseArgs } from "node:util";
import { parseKubeconfig } from "@capstan/client";
import { eachLine } from "../src/each-line.ts";
import type { Item } from "../src/item.ts";
import { latenciesAndTurns } from "../src/latencies.ts";

const flag = { type: "string" } as const;
const { values } = parseArgs({ options: { expect: flag, report: flag, namespace: flag }, strict: false });
const note = latenciesAndTurns({ expect: String(values["expect"]), report: String(values["report"]) });
const kubeconfig = readFileSync(process.env["KUBECONFIG"] ?? "", "utf8");
const { server, caData, certData, keyData } = await parseKubeconfig(kubeconfig, { name: "KUBECONFIG", owner: "bench" });
const query = "watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true";
const url = new URL(`/apis/bench.example.com/v1/namespaces/${String(values["namespace"])}/items?${query}`, server);

interface Watched {
  readonly type: string;
  readonly object: Item;
}

process.once("SIGTERM", () => process.exit(0));
get(url, { ca: caData, cert: certData, key: keyData }, (answer) =>
  eachLine(answer, (line) => {
    const { type, object } = JSON.parse(line) as Watched;
    if (type !== "BOOKMARK") note(object.metadata.name ?? "", object.spec.sent ?? 0);
    return true;
  }),
);
