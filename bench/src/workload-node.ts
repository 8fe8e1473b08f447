// The Node that all workload clusters of a benchmark have: they are the same API server.
import type { Client } from "@capstan/client";
import { Node } from "@capstan/kube/builtin";

/** Its key. */
export const benchNode = { namespace: "", name: "bench" } as const;

const sentAnnotation = "bench.example.com/sent";

/** When it was written, in milliseconds since 1970. */
export function sentOf({ metadata }: Node): number {
  return Number(metadata.annotations?.[sentAnnotation]);
}

/** Creates it. */
export async function createNode(client: Client): Promise<void> {
  const metadata = { name: benchNode.name, annotations: { [sentAnnotation]: "1" } };
  await client.create(Node, { apiVersion: "v1", kind: "Node", metadata });
}

/** Writes it every two seconds with the time; resolves two seconds after the last write. */
export async function writeNode(client: Client, times: number): Promise<void> {
  for (let index = 0; index < times; index += 1) {
    const sent = performance.timeOrigin + performance.now();
    const body = { metadata: { annotations: { [sentAnnotation]: `${sent}` } } };
    await client.patch(Node, benchNode, { type: "merge", body });
    await new Promise((resolve) => setTimeout(resolve, 2000));
  }
}
