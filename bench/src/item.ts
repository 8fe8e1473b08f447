// The kind that operators are measured with, and its objects in the API server.
import { type Client, isAlreadyExists } from "@capstan/client";
import type { KubeObject, Resource } from "@capstan/kube";
import { resourceOf } from "@capstan/kube";
import { Namespace } from "@capstan/kube/builtin";

/** An object of about 2 KB. */
export interface Item extends KubeObject<"bench.example.com/v1", "Item"> {
  readonly spec: {
    /** When the object was written, in milliseconds since 1970. */
    readonly sent?: number;
    readonly parts?: readonly {
      readonly name: string;
      readonly labels?: Record<string, string>;
      readonly size: number;
    }[];
  };
}
export const Item: Resource<Item> = resourceOf<Item>("bench.example.com/v1", "Item");

/** How many objects are created at once. */
const atOnce = 32;

/** Parts of one object; with them it has about 2 KB. */
const parts = Array.from({ length: 12 }, (_, index) => ({
  name: `part-${index}`,
  labels: {
    "bench.example.com/rack": `rack-${index % 4}`,
    "bench.example.com/zone": "zone-with-a-name",
    tier: "front",
  },
  size: index * 1024,
}));

/** The name of an object by its number. */
export function itemName(index: number): string {
  return `item-${index}`;
}

/** An object that was never written. */
export function itemOf(namespace: string, index: number): Item {
  return {
    apiVersion: "bench.example.com/v1",
    kind: "Item",
    metadata: { namespace, name: itemName(index) },
    spec: { sent: 1, parts },
  };
}

/** Creates a namespace with so many objects. */
export async function createItems(client: Client, namespace: string, count: number): Promise<void> {
  await client
    .create(Namespace, { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } })
    .catch((error) => {
      if (!isAlreadyExists(error)) throw error;
    });
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let index = next++; index < count; index = next++) {
      await client.create(Item, itemOf(namespace, index));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

/** Writes objects one after the other at a rate, each with its time; resolves when the last one is written. */
export async function writeItems(
  client: Client,
  namespace: string,
  { objects, rate, seconds }: { readonly objects: number; readonly rate: number; readonly seconds: number },
): Promise<number> {
  const began = performance.now();
  const running = new Set<Promise<unknown>>();
  const count = rate * seconds;
  for (let index = 0; index < count; index += 1) {
    const dueMs = began + (index * 1000) / rate - performance.now();
    if (dueMs > 1) await new Promise((resolve) => setTimeout(resolve, dueMs));
    const sent = performance.timeOrigin + performance.now();
    const body = { spec: { sent } };
    const written = client.patch(Item, { namespace, name: itemName(index % objects) }, { type: "merge", body });
    running.add(written);
    void written.finally(() => running.delete(written)).catch(() => undefined);
  }
  await Promise.all(running);
  return count;
}
