// What webhooks reject of an object: what that is, which webhook does it, and why. Everything else goes on with what the object had before.
import { readableConditions } from "@capstan/contract/conditions";
import type { KubeObject } from "@capstan/kube";
import { isCoreKind, oncePerObject } from "./object-set.ts";
import {
  rejectedClassOf,
  rejectedReplicasOf,
  rejectedRolloutOf,
  rejectedTemplatesOf,
  rejectedVersionOf,
} from "./object-versions.ts";
import { inOneLine } from "./short-words.ts";

/** A change that does not count. */
export interface RejectedChange {
  /** What is rejected, such as `the version`. */
  readonly what: string;
  /** Who rejects it, such as `the webhook of Cluster`. */
  readonly by: string;
  readonly why: string;
}

/** How the API server begins what a webhook or a policy says against an object. */
const denials: readonly RegExp[] = [
  /admission (webhook "[^"\s]+") denied the request: /,
  /(ValidatingAdmissionPolicy '[^'\s]+') with binding '[^'\s]+' denied request: /,
];

/** What is looked at, in the order in which it is reported. */
const rules: readonly (readonly [what: string, why: (object: KubeObject) => string | undefined])[] = [
  ["the version", rejectedVersionOf],
  ["the number of control plane machines", rejectedReplicasOf],
  ["the limits of a rollout", rejectedRolloutOf],
  ["the ClusterClass", rejectedClassOf],
  ["a changed template", rejectedTemplatesOf],
];

/** All that is rejected of an object. */
export const rejectedChangesOf: (object: KubeObject) => readonly RejectedChange[] = oncePerObject(readRejections);

function readRejections(object: KubeObject): readonly RejectedChange[] {
  const message = topologyMessage(object);
  const found = rules.flatMap(([what, reasonOf]) => {
    const why = reasonOf(object);
    return why === undefined ? [] : [{ what, by: webhookOf(object, why, message), why: inOneLine(why) }];
  });
  const by = deniedBy(message);
  // One that is known by what it rejects is there already.
  if (by === undefined || found.some((each) => each.by === by)) return found;
  return [...found, { what: "a part", by, why: inOneLine(message) }];
}

/** The reason first, since lines are cut at their end: `no (the version, by the webhook of Cluster)`. */
export function rejectionWords({ what, by, why }: RejectedChange): string {
  return `${why} (${what}, by ${by})`;
}

/** What a message says beside these changes; empty where it says nothing else. */
export function restOf(changes: readonly RejectedChange[], message: string): string {
  const known = changes.flatMap(({ why }) => piecesOf(why));
  const pieces = piecesOf(message);
  const rest = pieces.filter((piece) => !known.some((each) => piece.includes(each)));
  return rest.length === pieces.length ? message : rest.join("\n");
}

function piecesOf(message: string): readonly string[] {
  const pieces = message.split(/\n|; /).map((line) => line.trim());
  return pieces.map((line) => (line.startsWith("* ") ? line.slice(2) : line)).filter((line) => line !== "");
}

/** What a Cluster says of a topology that fails; empty where it does not. */
function topologyMessage(object: KubeObject): string {
  if (!isCoreKind(object, "Cluster") || object.metadata.deletionTimestamp !== undefined) return "";
  const condition = readableConditions(object).find(({ type }) => type === "TopologyReconciled");
  return condition?.status === "False" ? condition.message : "";
}

function deniedBy(message: string): string | undefined {
  const [by] = denials.flatMap((denial) => denial.exec(message)?.[1] ?? []);
  return by === undefined ? undefined : `the ${by}`;
}

/** The kind in front of what its webhook says. */
const rejectedKind = /\b([A-Z]\w*)\.cluster\.x-k8s\.io\b/;

/** By the line with the reason: by its name, otherwise by the kind that it checks. */
function webhookOf({ kind }: KubeObject, why: string, message: string): string {
  const line = message.split("\n").find((each) => each.includes(why.split("; ", 1)[0] ?? why)) ?? why;
  return deniedBy(line) ?? `the webhook of ${rejectedKind.exec(line)?.[1] ?? kind}`;
}
