// A client of a fault server, and a kind for its requests. Both are closed after each test. client-suite.ts has the tests on a whole API
// server.
import { type KubeObject, type Resource, resourceOf } from "@capstan/kube";
import { afterEach } from "vitest";
import type { Client } from "../src/client.ts";
import { type ClientOptions, createClient } from "../src/create-client.ts";
import { type Answer, type FaultServer, startFaultServer } from "./fault-server.ts";

/** A kind of the tests. */
export interface Foo extends KubeObject<"example.com/v1", "Foo"> {
  spec?: { size?: number };
  status?: { ready?: boolean };
}
/** A kind of the tests. */
export const Foo: Resource<Foo> = resourceOf("example.com/v1", "Foo");

/** The key of `foo`. */
export const key: { readonly namespace: string; readonly name: string } = { namespace: "ns", name: "a" };

/** An object of the kind. */
export const foo: Foo = {
  apiVersion: "example.com/v1",
  kind: "Foo",
  metadata: { namespace: "ns", name: "a", resourceVersion: "7" },
  spec: { size: 1 },
};

const open: (AsyncDisposable | { close(): void })[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await ("close" in one ? one.close() : one[Symbol.asyncDispose]());
});

/** Starts a server with these answers, and a client of it. */
export async function connect(
  answers: readonly Answer[],
  options: ClientOptions = {},
): Promise<{ server: FaultServer; client: Client }> {
  const server = await startFaultServer(answers);
  const client = createClient({ server: server.url, token: "hunter2" }, options);
  open.push(client, server);
  return { server, client };
}
