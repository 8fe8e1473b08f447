// Clusters of older cores as handlers get them, compared with what upstream's own conversion makes of them. A core writes all fields that Go writes,
// also those that are not set, so the Clusters come from upstream's functions.
import { hookCatalog } from "@capstan/api/catalog";
import { coreCrds } from "@capstan/api/crds";
import { annotations } from "@capstan/contract";
import { defineExtension, proceed } from "@capstan/extension-kit";
import { callInProcess } from "@capstan/extension-kit/testing";
import { createJsonPatch, deepClone, isJsonObject } from "@capstan/kube";
import { askPeer } from "@capstan/tool-peers/ask";
import { acceptedSamples } from "../conversions/upstream/upstream.ts";
import type { Part, Settings } from "../part.ts";

type Fields = Record<string, unknown>;

/** What upstream's functions make of an object, and how they write the other one. */
interface Answer {
  readonly upstream?: Fields;
  readonly ours?: Fields;
}

/** Each takes Go several milliseconds. */
const mostClusters = 500;

/** The Clusters of v1beta1. */
export const olderClusters: Part = {
  name: "clusters",
  async run(settings) {
    const runs = Math.min(settings.runs, mostClusters);
    const failures: string[] = [];
    const clusters = await writtenByGo({ ...settings, runs });
    const ours = await Promise.all(clusters.map(received));
    const answers = await converted(clusters, "v1beta2");
    for (const [index, { upstream = {} }] of answers.entries()) {
      const difference = differenceOf(sentByCore(upstream), ours[index]);
      if (difference !== undefined) failures.push(`${difference}\nCluster: ${JSON.stringify(clusters[index])}`);
    }
    return [{ group: "Clusters of v1beta1, as handlers get them", cases: clusters.length, failures }];
  },
};

/** Clusters of v1beta1: those of clients, and those that a core has made of newer ones. */
async function writtenByGo(settings: Settings): Promise<readonly Fields[]> {
  const crd = coreCrds().find(({ spec }) => spec.names.kind === "Cluster");
  const schemaOf = (version: string): object =>
    crd?.spec.versions.find(({ name }) => name === version)?.schema?.openAPIV3Schema ?? {};
  const kind = { kind: "Cluster", group: "cluster.x-k8s.io", schemaOf };
  const newer = await converted(acceptedSamples(kind, "v1beta2", settings), "v1beta1");
  const older = await askPeer<Answer>(
    "conversions",
    acceptedSamples(kind, "v1beta1", settings).map((ours) => ({
      kind: "Cluster",
      to: "v1beta1",
      object: emptyCluster("v1beta2"),
      ours,
    })),
  );
  return [...newer.map(({ upstream }) => upstream), ...older.map(({ ours }) => ours)]
    .filter((cluster) => cluster !== undefined && isReal(cluster))
    .map((cluster = {}) => sentByCore(cluster));
}

const references: ReadonlySet<string> = new Set(["infrastructureRef", "controlPlaneRef", "remediationTemplate"]);

/** The schema of a Cluster allows what core never sends: a variable whose value is null, and a reference with a part of its fields. */
function isReal(cluster: Fields): boolean {
  let isSent = true;
  JSON.stringify(cluster, (name, each: unknown) => {
    if (name === "value" && each === null) isSent = false;
    if (references.has(name) && isJsonObject(each)) isSent &&= isWhole(each);
    return each;
  });
  return isSent;
}

function isWhole({ apiVersion, kind, name }: Fields): boolean {
  return String(apiVersion).includes("/") && kind !== undefined && name !== undefined;
}

async function converted(objects: readonly object[], to: string): Promise<readonly Answer[]> {
  const ours = emptyCluster(to);
  return await askPeer(
    "conversions",
    objects.map((object) => ({ kind: "Cluster", to, object, ours })),
  );
}

function emptyCluster(version: string): object {
  return { apiVersion: `cluster.x-k8s.io/${version}`, kind: "Cluster", metadata: { name: "empty" } };
}

/** Requests have neither the status nor what the conversion has kept for the way back. */
function sentByCore(cluster: Fields): Fields {
  const sent = deepClone(cluster);
  delete sent["status"];
  const metadata = isJsonObject(sent["metadata"]) ? sent["metadata"] : {};
  const own = isJsonObject(metadata["annotations"]) ? metadata["annotations"] : {};
  delete own[annotations.conversionData];
  if (Object.keys(own).length === 0) delete metadata["annotations"];
  return sent;
}

/** The Cluster as a handler gets it; the message when the call fails. */
async function received(cluster: Fields): Promise<object | string> {
  let got: object | undefined;
  const extension = defineExtension({
    beforeClusterCreate: (request) => {
      got = request.cluster;
      return proceed();
    },
  });
  // What is sent is no Cluster of the type.
  const request: { readonly cluster: never } = JSON.parse(JSON.stringify({ cluster }));
  const { message } = await callInProcess(extension, hookCatalog.BeforeClusterCreate, { request });
  return got ?? message ?? "no answer";
}

/** Go writes null for some fields that are not set, which are removed from every request. */
function differenceOf(upstream: Fields, ours: object | string | undefined): string | undefined {
  if (typeof ours !== "object") return `the call failed: ${ours}`;
  const [first] = createJsonPatch(comparable(upstream), comparable(ours));
  return first && `${first.op} ${first.path}: ours has ${"value" in first ? JSON.stringify(first.value) : "nothing"}`;
}

/** Without nulls, and without objects that have no fields, which mean nothing except as the value of a variable. */
function comparable(value: unknown): object {
  const copy: object = JSON.parse(JSON.stringify(value), function leaveOut(this: unknown, name, each: unknown) {
    const isEmpty = isJsonObject(each) && Object.keys(each).length === 0 && name !== "value";
    return (each === null || isEmpty) && !Array.isArray(this) ? undefined : each;
  });
  return copy;
}
