// How our caller adds up answers of extensions that share no code with it, as Cluster API's client does: assertion 13.
import { once } from "node:events";
import { createServer } from "node:https";
import { hookCatalog } from "@capstan/api/catalog";
import { expect, test } from "vitest";
import { callAll, type CallTarget, connectExtension } from "../../src/caller/index.ts";
import { createSelfSigned } from "../../src/testing/index.ts";

const tls = createSelfSigned({ commonName: "extension", ipAddresses: ["127.0.0.1"] });
const hook = hookCatalog.BeforeClusterDelete;
const request = {
  cluster: { apiVersion: "cluster.x-k8s.io/v1beta2", kind: "Cluster", metadata: { name: "c" }, spec: {} },
} as const;
type Policy = "Fail" | "Ignore";

/** What `callAll` makes of servers that answer with these bodies; nothing listens for one without. */
async function together(bodies: readonly (object | undefined)[], failurePolicy: Policy = "Fail"): Promise<unknown> {
  await using stack = new AsyncDisposableStack();
  const targets: CallTarget[] = [];
  for (const [i, body] of bodies.entries()) {
    const server = createServer({ key: tls.keyPem, cert: tls.certPem }, (_, response) => {
      response.end(JSON.stringify(body));
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    const port = typeof address === "object" ? (address?.port ?? 0) : 0;
    if (body === undefined) server.close();
    else stack.defer(() => void server.close());
    const connection = connectExtension({ url: `https://127.0.0.1:${port}`, caBundle: tls.certPem });
    stack.defer(() => connection.close());
    targets.push({ connection, handler: { name: `h${i}`, hook, timeoutSeconds: 5, failurePolicy } });
  }
  return await callAll(hook, targets, request);
}

const success = (retryAfterSeconds: number): object => ({ status: "Success", retryAfterSeconds });

test("assertion 13: the shortest delay of several counts", async () => {
  expect(await together([success(0), success(30), success(10)])).toMatchObject({
    status: "Success",
    retryAfterSeconds: 10,
  });
});

test.each<{ name: string; answer: object; policy: Policy }>([
  { name: "a Failure", answer: { status: "Failure", message: "no" }, policy: "Fail" },
  {
    name: "a Failure, also where failures are ignored",
    answer: { status: "Failure", message: "no" },
    policy: "Ignore",
  },
  { name: "an empty status", answer: { status: "" }, policy: "Fail" },
  { name: "an empty status, also where failures are ignored", answer: { status: "" }, policy: "Ignore" },
])("assertion 13: $name is an error", async ({ answer, policy }) => {
  await expect(together([success(5), answer], policy)).rejects.toThrow("h1");
});

test("assertion 13: a server that is not there is no delay where failures are ignored, and an error elsewhere", async () => {
  expect(await together([undefined], "Ignore")).toMatchObject({ status: "Success", retryAfterSeconds: 0 });
  await expect(together([undefined])).rejects.toThrow("h0");
});
