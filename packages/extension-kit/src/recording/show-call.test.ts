// What is published of calls while somebody listens: whole, with masks in place of secrets, and of each call once.
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { onTrace, type TraceEvent } from "@capstan/kube/trace";
import { silentLogger } from "@capstan/process";
import { expect, onTestFinished, test, vi } from "vitest";
import { answerCall } from "../answering/answer-call.ts";
import { defineExtension } from "../authoring/define-extension.ts";
import type { Handlers } from "../authoring/handlers.ts";
import { proceed } from "../authoring/results.ts";

interface Seen {
  readonly id: string;
  readonly masked: boolean;
  readonly request: string;
  readonly response: string;
}

/** What is published, and what is traced. */
function listening(): { readonly calls: Seen[]; readonly traced: TraceEvent[] } {
  const calls: Seen[] = [];
  const traced: TraceEvent[] = [];
  const listens = (call: unknown): void => void calls.push(JSON.parse(JSON.stringify(call)));
  subscribe("capstan:calls", listens);
  onTestFinished(() => void unsubscribe("capstan:calls", listens));
  onTestFinished(onTrace((event) => void traced.push(event)));
  return { calls, traced };
}

async function call(handlers: Handlers, request: object): Promise<void> {
  const extension = defineExtension(handlers);
  const [handler] = extension.handlers;
  if (handler === undefined) throw new Error("the extension has no handler");
  const services = { log: silentLogger, client: () => Promise.reject(new Error("no client")) };
  const { signal } = new AbortController();
  await answerCall({ extension, handler }, { json: () => structuredClone(request), timeout: null, signal }, services);
}

const holderReference = {
  apiVersion: "cluster.x-k8s.io/v1beta2",
  kind: "Cluster",
  namespace: "n",
  name: "c",
  fieldPath: "spec",
};
const item = { uid: "1", holderReference, object: { apiVersion: "a/v1", kind: "A", spec: { size: 1 } } };

test("a call is published as it was sent, with the id that is in its trace", async () => {
  const { calls, traced } = listening();
  const patched: Handlers = {
    generatePatches: {
      sizes: ({ items: [first] }) => {
        Object.assign(first?.holderReference ?? {}, { name: "changed" });
        return proceed({ items: [{ uid: "1", patch: { spec: { size: 2 } } }] });
      },
    },
  };
  await call(patched, { items: [item], variables: [{ name: "size", value: 2 }] });
  await vi.waitFor(() => expect(calls).toHaveLength(1));
  const [{ id, masked, request, response } = { id: "", masked: true, request: "", response: "" }] = calls;
  expect(traced).toMatchObject([{ type: "hook", call: id }]);
  expect(masked).toBe(false);
  expect(JSON.parse(request)).toMatchObject({ items: [item], variables: [{ name: "size", value: 2 }] });
  expect(JSON.parse(response)).toMatchObject({ status: "Success", items: [{ uid: "1" }] });
});

test("a request with a secret has a mask, and the answer is that to the mask; the handler is traced once", async () => {
  const { calls, traced } = listening();
  const copies: Handlers = {
    generatePatches: {
      copies: ({ variables }) =>
        proceed({ items: [{ uid: "1", patch: { spec: { text: variables?.[0]?.value ?? "" } } }] }),
    },
  };
  await call(copies, { items: [item], variables: [{ name: "token", value: "s3cret-Word" }] });
  await vi.waitFor(() => expect(calls).toHaveLength(1));
  expect(traced).toHaveLength(1);
  const { masked, request, response } = calls[0] ?? { masked: false, request: "", response: "{}" };
  expect(masked).toBe(true);
  expect(request).toContain("x0xxxx-Xxxx");
  const { items }: { readonly items: readonly { readonly patch: string }[] } = JSON.parse(response);
  const patch = Buffer.from(items[0]?.patch ?? "", "base64").toString();
  expect(patch).toContain("x0xxxx-Xxxx");
  expect(patch + request + response).not.toContain("s3cret");
});

test("what a patch has made of a secret is in no template of a later call for the Cluster", async () => {
  const { calls } = listening();
  const builtin = { name: "builtin", value: { cluster: { name: "c", namespace: "n", uid: "u" } } };
  const none: Handlers = { generatePatches: { none: () => proceed({ items: [] }) } };
  await call(none, { items: [item], variables: [builtin, { name: "token", value: "s3cret-Word" }] });
  const object = { ...item.object, spec: { cmds: ["join s3cret-Word"] } };
  await call(none, { items: [{ ...item, object }], variables: [builtin] });
  await vi.waitFor(() => expect(calls).toHaveLength(2));
  expect(calls[1]?.request).toContain("join x0xxxx-Xxxx");
  expect(JSON.stringify(calls)).not.toContain("s3cret");
});

test("a handler that does more than to answer is not called once more", async () => {
  const { calls } = listening();
  let times = 0;
  const variables = [{ name: "token", value: "s3cret-Word" }];
  const spec = { topology: { classRef: { name: "k" }, version: "v1.36.0", variables } };
  const cluster = {
    apiVersion: "cluster.x-k8s.io/v1beta2",
    kind: "Cluster",
    metadata: { name: "c", namespace: "n" },
    spec,
  };
  const counts: Handlers = {
    beforeClusterCreate: () => {
      times += 1;
      return proceed();
    },
  };
  await call(counts, { cluster });
  await vi.waitFor(() => expect(calls).toHaveLength(1));
  expect(times).toBe(1);
  expect(calls[0]).toMatchObject({ masked: true });
  expect(JSON.parse(calls[0]?.response ?? "")).toMatchObject({ status: "Success" });
  expect(JSON.stringify(calls)).not.toContain("s3cret");
});

test("without a listener nothing is published, and the trace has no id", async () => {
  const traced: TraceEvent[] = [];
  onTestFinished(onTrace((event) => void traced.push(event)));
  await call({ generatePatches: { none: () => proceed({ items: [] }) } }, { items: [item], variables: [] });
  expect(traced).toHaveLength(1);
  expect(traced[0]).not.toHaveProperty("call");
});
