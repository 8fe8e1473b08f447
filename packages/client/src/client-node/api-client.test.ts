// What becomes of a request of an API class, and of its answer.
import { describeError } from "@capstan/kube";
import { CoreV1Api, CustomObjectsApi, Observable, type ObservableMiddleware } from "@kubernetes/client-node";
import { expect, test } from "vitest";
import type { RawRequest, RawResponse } from "../transport/raw-request.ts";
import { makeApiClient, type RequestingClient } from "./api-client.ts";

/** A client that keeps the requests, and answers each with the same. */
function recorder(server: string, answer: Partial<RawResponse> = {}): RequestingClient & { sent: RawRequest[] } {
  const sent: RawRequest[] = [];
  const text = "{}";
  return {
    server,
    sent,
    async request(request) {
      sent.push(request);
      return { status: 200, headers: { "content-type": "application/json" }, text, json: () => ({}), ...answer };
    },
  };
}

test("the path of the server's address is not sent twice; names, queries and bodies arrive as they are", async () => {
  const client = recorder("https://host/k8s/clusters/c-1");
  const core = makeApiClient(client, CoreV1Api);
  await core.listNamespacedSecret({ namespace: "a/b", labelSelector: "app in (x,y),z=1+1", limit: 5 });
  await makeApiClient(client, CustomObjectsApi).createNamespacedCustomObject({
    group: "g",
    version: "v1",
    namespace: "ns",
    plural: "foos",
    body: { spec: { large: 1e21, text: "ä" } },
  });
  const accept = "application/json, */*;q=0.8";
  expect(
    client.sent.map(({ accept: types, ...request }) => ({ ...request, accept: types?.slice(0, accept.length) })),
  ).toEqual([
    {
      method: "GET",
      path: "/api/v1/namespaces/a%2Fb/secrets",
      query: { labelSelector: "app in (x,y),z=1+1", limit: "5" },
      doing: "GET /api/v1/namespaces/a%2Fb/secrets",
      accept,
    },
    {
      method: "POST",
      path: "/apis/g/v1/namespaces/ns/foos",
      query: {},
      doing: "POST /apis/g/v1/namespaces/ns/foos",
      body: { spec: { large: 1e21, text: "ä" } },
      contentType: "application/json",
      accept: expect.any(String),
    },
  ]);
});

test("an answer keeps its status, its headers and its text", async () => {
  const headers = { "content-type": "text/plain", warning: ["a", "b"], absent: undefined };
  const client = recorder("https://host", { status: 200, headers, text: "line ä\n" });
  const core = makeApiClient(client, CoreV1Api);
  expect(await core.readNamespacedPodLog({ namespace: "a", name: "b" })).toBe("line ä\n");
});

test("a body that is not JSON is not quoted", async () => {
  const client = recorder("https://host");
  const middleware: ObservableMiddleware = {
    pre(request) {
      request.setBody("hunter2");
      return new Observable(Promise.resolve(request));
    },
    post: (response) => new Observable(Promise.resolve(response)),
  };
  const call = makeApiClient(client, CoreV1Api).createNamespace({ body: {} }, { middleware: [middleware] });
  expect(describeError(await call.catch((error: unknown) => error))).toBe(
    "cannot POST /api/v1/namespaces: its body is not JSON\n  help: use client-node's own transport",
  );
  expect(client.sent).toEqual([]);
});
