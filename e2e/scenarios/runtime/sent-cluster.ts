// The Cluster that handlers get: v1beta2 as the API server has it, whatever version core put into the request.
import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import type { HookName } from "@capstan/api/catalog";
import type { Cluster } from "@capstan/api/core/v1beta2";
import type { ManagementCluster } from "../../src/management-cluster.ts";
import { extensionManager } from "./class-cluster.ts";

/** A line of the extension's log about a request. */
interface SentLine {
  readonly hook?: string;
  readonly sent?: Pick<Cluster, "apiVersion" | "kind" | "spec">;
}

/** Fails unless the last call of the hook had the Cluster with the spec it has now. */
export function mustHaveSent(management: ManagementCluster, hook: HookName, cluster: Cluster): void {
  const { apiVersion, kind, spec } = cluster;
  const sent = sentLines(management).findLast((line) => line.hook === hook)?.sent;
  if (isDeepStrictEqual(sent, { apiVersion, kind, spec })) return;
  const shown = [sent, { apiVersion, kind, spec }].map((value) => JSON.stringify(value, undefined, 1));
  throw new Error(`the Cluster in ${hook} is ${shown.join("\nand on the API server ")}`);
}

function sentLines({ local }: ManagementCluster): SentLine[] {
  const log = readFileSync(local.node.workload(extensionManager.namespace, extensionManager.name).log, "utf8");
  const lines = log.split("\n").filter((line) => line.includes('"msg":"Cluster of the request"'));
  return lines.map((line): SentLine => JSON.parse(line.slice(line.indexOf("{"))));
}
