// Applies CustomResourceDefinitions and waits until they are served.
import { setTimeout as sleep } from "node:timers/promises";
import { isJsonObject } from "@capstan/kube";
import { envtestError } from "./errors.ts";
import type { Rest } from "./rest.ts";

const collection = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

interface Crd {
  readonly metadata: { readonly name: string; readonly resourceVersion?: string };
  readonly status?: {
    readonly conditions?: readonly { readonly type: string; readonly status: string; readonly message?: string }[];
  };
}

/** Creates or replaces each definition; resolves when all are established. */
export async function applyCrds(rest: Rest, crds: readonly object[]): Promise<void> {
  const definitions = crds.map(asCrd);
  await Promise.all(definitions.map((crd) => createOrReplace(rest, crd)));
  await Promise.all(definitions.map((crd) => established(rest, crd.metadata.name)));
}

function asCrd(document: unknown): Crd {
  if (isCrd(document)) return document;
  const { kind, metadata } = isJsonObject(document) ? document : {};
  const name = isJsonObject(metadata) ? metadata["name"] : undefined;
  throw envtestError("testenv/not-a-crd", { got: JSON.stringify({ kind, name }) });
}

function isCrd(document: unknown): document is Crd {
  if (!isJsonObject(document) || document["kind"] !== "CustomResourceDefinition") return false;
  const { metadata } = document;
  return isJsonObject(metadata) && typeof metadata["name"] === "string";
}

async function createOrReplace(rest: Rest, crd: Crd): Promise<void> {
  const path = `${collection}/${crd.metadata.name}`;
  const existing = await rest.call({ method: "GET", path });
  if (existing.status === 404) {
    await rest.json({ method: "POST", path: collection, body: crd });
    return;
  }
  const { metadata } = asCrd(JSON.parse(existing.text));
  const body = { ...crd, metadata: { ...crd.metadata, resourceVersion: metadata.resourceVersion } };
  await rest.json({ method: "PUT", path, body });
}

/** How long a definition may take whose names are free: a server that shares its processors with much else needs more than half a minute. */
const establishedMs = 120_000;
/** How long names may be taken: another definition may be about to be deleted. */
const takenMs = 10_000;

/** Waits until a definition is established; reports its conditions when it never is. */
async function established(rest: Rest, name: string): Promise<void> {
  const begun = Date.now();
  for (;;) {
    const { status } = asCrd(await rest.json({ method: "GET", path: `${collection}/${name}` }));
    const conditions = status?.conditions ?? [];
    if (conditions.some(({ type, status: is }) => type === "Established" && is === "True")) return;
    const isTaken = conditions.some(({ type, status: is }) => type === "NamesAccepted" && is === "False");
    if (Date.now() > begun + (isTaken ? takenMs : establishedMs)) {
      const state = conditions.map(({ type, status: is, message }) => `${type}=${is} ${message ?? ""}`).join("; ");
      const seconds = `${Math.round((Date.now() - begun) / 1000)}`;
      throw envtestError("testenv/crd-not-established", { name, seconds, state });
    }
    await sleep(50);
  }
}
