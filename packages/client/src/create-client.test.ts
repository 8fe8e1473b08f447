// What clients send for each verb, and what they make of the answers.
import { gzipSync } from "node:zlib";
import { describeError } from "@capstan/kube";
import { ConfigMap, Namespace } from "@capstan/kube/builtin";
import { expect, test } from "vitest";
import { type Answer, json, reject } from "../test/fault-server.ts";
import { isAlreadyExists, isApiError, isConflict, isNotFound, isObjectNotFound } from "./api-error.ts";
import type { Client } from "./client.ts";
import { connect, Foo, foo, key } from "../test/foo-client.ts";

const calls: readonly {
  name: string;
  call: (client: Client) => Promise<unknown>;
  want: string;
  body?: unknown;
  type?: string;
}[] = [
  { name: "get", call: (c) => c.get(Foo, key), want: "GET /apis/example.com/v1/namespaces/ns/foos/a" },
  {
    name: "get of a cluster's",
    call: (c) => c.get(Namespace, { namespace: "", name: "x" }),
    want: "GET /api/v1/namespaces/x",
  },
  {
    name: "create",
    call: (c) => c.create(Foo, foo, { dryRun: true }),
    want: "POST /apis/example.com/v1/namespaces/ns/foos?dryRun=All",
    body: foo,
    type: "application/json",
  },
  {
    name: "update",
    call: (c) => c.update(Foo, foo, { fieldManager: "me" }),
    want: "PUT /apis/example.com/v1/namespaces/ns/foos/a?fieldManager=me",
    body: foo,
  },
  {
    name: "update of status",
    call: (c) => c.updateStatus(Foo, foo),
    want: "PUT /apis/example.com/v1/namespaces/ns/foos/a/status",
    body: foo,
  },
  {
    name: "merge patch",
    call: (c) => c.patch(Foo, key, { type: "merge", body: { spec: { size: 2 } }, fieldValidation: "Strict" }),
    want: "PATCH /apis/example.com/v1/namespaces/ns/foos/a?fieldValidation=Strict",
    body: { spec: { size: 2 } },
    type: "application/merge-patch+json",
  },
  {
    name: "JSON patch of status",
    call: (c) => c.patch(Foo, key, { type: "json", body: [], subresource: "status" }),
    want: "PATCH /apis/example.com/v1/namespaces/ns/foos/a/status",
    body: [],
    type: "application/json-patch+json",
  },
  {
    name: "apply",
    call: (c) => c.apply(Foo, foo, { fieldManager: "me", force: true }),
    want: "PATCH /apis/example.com/v1/namespaces/ns/foos/a?fieldManager=me&force=true",
    body: foo,
    type: "application/apply-patch+yaml",
  },
  {
    name: "delete",
    call: (c) => c.delete(Foo, key, { propagationPolicy: "Foreground", preconditions: { uid: "u" } }),
    want: "DELETE /apis/example.com/v1/namespaces/ns/foos/a",
    body: { apiVersion: "v1", kind: "DeleteOptions", propagationPolicy: "Foreground", preconditions: { uid: "u" } },
  },
];

for (const { name, call, want, body, type } of calls) {
  test(`${name} is sent as the API says`, async () => {
    const { server, client } = await connect([json(foo)]);
    await call(client);
    const [{ method, url, headers, body: sent } = { method: "", url: "", headers: {}, body: "" }] = server.seen;
    expect(`${method} ${url}`).toBe(want);
    expect(headers.authorization).toBe("Bearer hunter2");
    expect({ body: sent === "" ? undefined : JSON.parse(sent), type: headers["content-type"] }).toEqual({
      body,
      type: body === undefined ? undefined : (type ?? "application/json"),
    });
  });
}

test("a list is decompressed, and its items say their kind", async () => {
  const page = {
    apiVersion: "v1",
    kind: "ConfigMapList",
    metadata: { resourceVersion: "9" },
    items: [{ metadata: { name: "a" } }],
  };
  const { server, client } = await connect([
    (response) => {
      response.writeHead(200, { "content-encoding": "gzip" });
      response.end(gzipSync(JSON.stringify(page)));
    },
  ]);
  const list = await client.list(ConfigMap, { namespace: "ns", labelSelector: "a=b,c", limit: 1 });
  expect(list.items).toEqual([{ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" } }]);
  expect(server.seen[0]?.url).toBe("/api/v1/namespaces/ns/configmaps?labelSelector=a%3Db%2Cc&limit=1");
  expect(server.seen[0]?.headers["accept-encoding"]).toBe("gzip");
});

test("a deletion of all objects may be answered without them", async () => {
  const done = { apiVersion: "v1", kind: "Status", metadata: {}, status: "Success" };
  const { client } = await connect([json(done), json({ ...done, status: "Failure" }), json([])]);
  expect(await client.deleteAllOf(Foo, { namespace: "ns", all: true })).toEqual([]);
  // A failure with the status 200, and a list without its fields.
  for (let i = 0; i < 2; i++)
    await expect(client.deleteAllOf(Foo, { namespace: "ns", all: true })).rejects.toThrow("a list");
});

test("pages are put together, and an expired continuation starts over without pages", async () => {
  const page = (names: string[], token?: string): Answer =>
    json({
      apiVersion: "v1",
      kind: "L",
      metadata: { resourceVersion: "9", continue: token },
      items: names.map((name) => ({ metadata: { name } })),
    });
  const good = await connect([page(["a", "b"], "t"), page(["c"])]);
  const whole = await good.client.listAll(Foo);
  expect(whole.items.map(({ metadata }) => metadata.name)).toEqual(["a", "b", "c"]);
  expect(whole.metadata).toEqual({ resourceVersion: "9" });
  expect(good.server.seen.map(({ url }) => url)).toEqual([
    "/apis/example.com/v1/foos?limit=500",
    "/apis/example.com/v1/foos?limit=500&continue=t",
  ]);
  const expired = await connect([page(["a"], "t"), reject(410, "Expired"), page(["x"])]);
  expect((await expired.client.listAll(Foo)).items.map(({ metadata }) => metadata.name)).toEqual(["x"]);
  expect(expired.server.seen[2]?.url).toBe("/apis/example.com/v1/foos");
});

const rejections: readonly { name: string; given: Answer; call: (client: Client) => Promise<unknown>; want: string }[] =
  [
    {
      name: "404",
      given: reject(404, "NotFound", { message: 'foos.example.com "a" not found' }),
      call: (c) => c.get(Foo, key),
      want: 'cannot get Foo ns/a: foos.example.com "a" not found',
    },
    {
      name: "409",
      given: reject(409, "Conflict", { message: "it was modified" }),
      call: (c) => c.updateStatus(Foo, foo),
      want: "cannot update status of Foo ns/a: it was modified",
    },
    {
      name: "409 on create",
      given: reject(409, "AlreadyExists", { message: "it exists" }),
      call: (c) => c.create(Foo, { ...foo, metadata: { namespace: "ns", generateName: "b-" } }),
      want: "cannot create Foo ns/b-...: it exists",
    },
    {
      name: "403",
      given: reject(403, "Forbidden", { message: "no rights" }),
      call: (c) => c.list(Foo, { namespace: "ns" }),
      want: "cannot list foos in ns: no rights\n  help: grant the permission with a Role or ClusterRole and a binding",
    },
    {
      name: "401",
      given: reject(401, "Unauthorized"),
      call: (c) => c.get(Foo, key),
      want: "cannot get Foo ns/a: Unauthorized\n  help: get new credentials: the server does not accept the current ones",
    },
    {
      name: "plain text",
      given: (response) => response.writeHead(502).end("bad gateway\n"),
      call: (c) => c.delete(Foo, key),
      want: "cannot delete Foo ns/a: bad gateway (HTTP 502)\n  help: check the server with `kubectl get --raw /readyz`, and look at its logs",
    },
  ];

for (const { name, given, call, want } of rejections) {
  test(`a rejection names the action and the object: ${name}`, async () => {
    const { client } = await connect([given]);
    expect(describeError(await call(client).catch((error: unknown) => error))).toBe(want);
  });
}

test("guards distinguish rejections", async () => {
  const { client } = await connect([reject(404, "NotFound"), reject(409, "Conflict"), reject(409, "AlreadyExists")]);
  const failed = async (): Promise<unknown> => client.get(Foo, key).catch((error: unknown) => error);
  const errors = [await failed(), await failed(), await failed()];
  expect(
    errors.map((error) => [isApiError(error), isNotFound(error), isConflict(error), isAlreadyExists(error)]),
  ).toEqual([
    [true, true, false, false],
    [true, false, true, false],
    [true, false, false, true],
  ]);
});

test("what does not exist is undefined for find, false for delete", async () => {
  const { client } = await connect([reject(404, "NotFound", { details: { name: key.name } })]);
  expect([await client.find(Foo, key), await client.delete(Foo, key)]).toEqual([undefined, false]);
});

test.each([
  ["the object of the call", key.name, true],
  ["another object", "a foreign string", false],
])("the 404 of a foreign server about %s", async (_, name, isAbout) => {
  const { client } = await connect([reject(404, "NotFound", { details: { name } })], { foreign: "Cluster ns/c" });
  const error: unknown = await client.get(Foo, key).catch((caught: unknown) => caught);
  expect([isObjectNotFound(error, key.name), JSON.stringify(error).includes(name)]).toEqual([isAbout, isAbout]);
});

test("a key without its namespace or name is rejected before a request is sent", async () => {
  const { server, client } = await connect([json(foo)]);
  const without = [
    { namespace: "", name: "a" },
    { namespace: "ns", name: "" },
  ].map((bad) => {
    try {
      return client.get(Foo, bad);
    } catch (error) {
      return describeError(error);
    }
  });
  expect(without).toEqual([
    "the key of a Foo has no namespace\n  help: set the namespace in the key",
    "the key of a Foo has no name\n  help: set the name in the key",
  ]);
  expect(server.seen).toEqual([]);
});

test.each([
  { answer: {}, what: "an empty JSON object" },
  { answer: { items: [] }, what: 'JSON with the fields "items"' },
  { answer: [], what: "a JSON array" },
  { answer: "ok", what: "a JSON value that is not an object" },
])("a list that is $what is an error", async ({ answer, what }) => {
  const { server, client } = await connect([json(answer)]);
  expect(await client.listAll(ConfigMap).catch(describeError)).toBe(
    `cannot list configmaps: the server at ${server.url} answered with ${what} instead of a list\n  help: check that this is the address of an API server, not of a proxy or a login page`,
  );
});

test("items that are null are none", async () => {
  const { client } = await connect([json({ metadata: {}, items: null })]);
  expect((await client.list(ConfigMap)).items).toEqual([]);
});

test.each([{ resources: [null] }, { resources: 5 }, { resources: [{ kind: "Foo" }] }])(
  "a list of kinds with $resources is an error",
  async ({ resources }) => {
    const { client } = await connect([json({ kind: "APIResourceList", resources })]);
    const error = await client.resourceFor({ apiVersion: "example.com/v1", kind: "Foo" }).catch(describeError);
    expect(error).toContain("answered with");
  },
);

test("a kind is looked up once; a missing kind is an error and is looked up again", async () => {
  const { server, client } = await connect([
    json({
      kind: "APIResourceList",
      resources: [
        { name: "foos", kind: "Foo", namespaced: true },
        { name: "foos/status", kind: "Foo", namespaced: true },
      ],
    }),
    reject(404, "NotFound"),
  ]);
  const object = { apiVersion: "example.com/v1", kind: "Foo" };
  const found = await client.resourceFor(object);
  expect(await client.resourceFor(object)).toBe(found);
  expect(found).toEqual({
    apiVersion: "example.com/v1",
    group: "example.com",
    version: "v1",
    kind: "Foo",
    plural: "foos",
    scope: "Namespaced",
  });
  const missing = { apiVersion: "v9", kind: "Bar" };
  const want = `the API server at ${server.url} does not serve the kind Bar in v9\n  help: install the CustomResourceDefinition of the kind, or correct apiVersion and kind`;
  expect([
    await client.resourceFor(missing).catch(describeError),
    await client.resourceFor(missing).catch(describeError),
  ]).toEqual([want, want]);
  expect(server.seen.map(({ url }) => url)).toEqual(["/apis/example.com/v1", "/api/v9", "/api/v9"]);
});
