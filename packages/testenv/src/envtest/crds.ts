// Applies CustomResourceDefinitions and waits until they are served. Used by start.ts.
import { setTimeout as sleep } from "node:timers/promises";
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

function asCrd(document: object): Crd {
  const { kind, metadata } = document as { kind?: unknown; metadata?: { name?: unknown } };
  if (kind === "CustomResourceDefinition" && typeof metadata?.name === "string") return document as Crd;
  throw envtestError("testenv/not-a-crd", { got: JSON.stringify({ kind, name: metadata?.name }) });
}

async function createOrReplace(rest: Rest, crd: Crd): Promise<void> {
  const path = `${collection}/${crd.metadata.name}`;
  const existing = await rest.call({ method: "GET", path });
  if (existing.status === 404) {
    await rest.json({ method: "POST", path: collection, body: crd });
    return;
  }
  const { metadata } = JSON.parse(existing.text) as Crd;
  const body = { ...crd, metadata: { ...crd.metadata, resourceVersion: metadata.resourceVersion } };
  await rest.json({ method: "PUT", path, body });
}

/** A definition is usable when it is established and its kind appears in discovery; names that clash are reported. */
async function established(rest: Rest, name: string): Promise<void> {
  const deadline = Date.now() + 30_000;
  for (;;) {
    const { status } = (await rest.json({ method: "GET", path: `${collection}/${name}` })) as Crd;
    const conditions = status?.conditions ?? [];
    if (conditions.some(({ type, status: is }) => type === "Established" && is === "True")) return;
    if (Date.now() > deadline) {
      const state = conditions.map(({ type, status: is, message }) => `${type}=${is} ${message ?? ""}`).join("; ");
      throw envtestError("testenv/crd-not-established", { name, state });
    }
    await sleep(50);
  }
}
