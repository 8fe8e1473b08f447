// The real backend: started, used and stopped.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { applyCrds } from "./crds.ts";
import { createRest, type Rest } from "./rest.ts";
import { type Envtest, startEnvtest } from "./start.ts";

const widgets = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "widgets.example.test" },
  spec: {
    group: "example.test",
    scope: "Namespaced",
    names: { kind: "Widget", plural: "widgets" },
    versions: [
      {
        name: "v1",
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: "object",
            properties: { spec: { type: "object", properties: { size: { type: "integer" } } } },
          },
        },
      },
    ],
  },
};
const path = "/apis/example.test/v1/namespaces/default/widgets";
const widget = (name: string, size: unknown) => ({
  apiVersion: "example.test/v1",
  kind: "Widget",
  metadata: { name },
  spec: { size },
});

let env: Envtest;
let rest: Rest;
beforeAll(async () => {
  env = await startEnvtest({ crds: [widgets], envtest: { auditLog: true, controllerManager: true } });
  rest = createRest(env.credentials);
});
afterAll(async () => {
  rest.close();
  await env.stop();
});

test("it is the real API server: it validates what is created", async () => {
  const answer = await rest.call({ method: "POST", path, body: widget("wrong", "large") });
  expect(answer.status).toBe(422);
  expect(JSON.parse(answer.text)).toMatchObject({
    message:
      'Widget.example.test "wrong" is invalid: spec.size: Invalid value: "string": spec.size in body must be of type integer: "string"',
  });
});

test("the stored value can be read past the API server", async () => {
  await rest.json({ method: "POST", path, body: widget("stored", 3) });
  const resource = { group: "example.test", plural: "widgets" };
  expect(await env.readStored(resource, { namespace: "default", name: "stored" })).toMatchObject({
    apiVersion: "example.test/v1",
    spec: { size: 3 },
  });
  expect(await env.readStored(resource, { namespace: "default", name: "absent" })).toBeUndefined();
});

test("the audit log tells who did what", () => {
  const creations = env
    .auditEvents()
    .filter(({ verb, objectRef }) => verb === "create" && objectRef?.resource === "widgets");
  expect(creations.map(({ user, responseStatus }) => [user.username, responseStatus?.code])).toEqual([
    ["capstan-admin", 422],
    ["capstan-admin", 201],
  ]);
});

test("other users have the rights of their roles", async () => {
  const name = `system:serviceaccount:default:${"a".repeat(60)}`;
  const user = createRest(env.addUser({ name, groups: ["readers"] }));
  expect((await user.call({ method: "GET", path })).status).toBe(403);
  const apiGroup = "rbac.authorization.k8s.io";
  const roles = `/apis/${apiGroup}/v1/clusterroles`;
  const rules = [{ apiGroups: ["example.test"], resources: ["widgets"], verbs: ["list"] }];
  await rest.json({ method: "POST", path: roles, body: { metadata: { name: "reader" }, rules } });
  const binding = {
    metadata: { name: "reader" },
    roleRef: { apiGroup, kind: "ClusterRole", name: "reader" },
    subjects: [{ apiGroup, kind: "Group", name: "readers" }],
  };
  await rest.json({ method: "POST", path: `/apis/${apiGroup}/v1/clusterrolebindings`, body: binding });
  await expect.poll(async () => (await user.call({ method: "GET", path })).status).toBe(200);
  expect((await user.call({ method: "POST", path, body: widget("forbidden", 1) })).text).toContain(name);
  user.close();
});

test("a token of a ServiceAccount without rights is rejected", async () => {
  await rest.json({
    method: "POST",
    path: "/api/v1/namespaces/default/serviceaccounts",
    body: { metadata: { name: "nobody" } },
  });
  const token = (await rest.json({
    method: "POST",
    path: "/api/v1/namespaces/default/serviceaccounts/nobody/token",
    body: { apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest", spec: {} },
  })) as { status: { token: string } };
  const { server, caData = "" } = env.credentials;
  const nobody = createRest({ server, caData, token: token.status.token });
  const answer = await nobody.call({ method: "GET", path });
  nobody.close();
  expect([answer.status, (JSON.parse(answer.text) as { message: string }).message]).toEqual([
    403,
    'widgets.example.test is forbidden: User "system:serviceaccount:default:nobody" cannot list resource "widgets" in API group "example.test" in the namespace "default"',
  ]);
});

test("an object that is not a CRD is rejected with help", async () => {
  await expect(env.applyCrds([{ kind: "Namespace", metadata: { name: "x" } }])).rejects.toMatchObject({
    message: 'expected a CustomResourceDefinition with a name, got {"kind":"Namespace","name":"x"}',
  });
});

test("a definition whose names are taken is an error that says so, in a quarter of a minute", async () => {
  const gadgets = {
    ...widgets,
    metadata: { name: "gadgets.example.test" },
    spec: { ...widgets.spec, names: { kind: "Widget", plural: "gadgets" } },
  };
  const begun = Date.now();
  await expect(applyCrds(rest, [gadgets])).rejects.toMatchObject({
    code: "testenv/crd-not-established",
    message: expect.stringMatching(
      /^the CustomResourceDefinition gadgets\.example\.test was not established within \d+ s: .*NamesAccepted=False .*in use/,
    ),
  });
  expect(Date.now() - begun).toBeLessThan(60_000);
});

test("programs that were killed start again, with what was stored and for the same credentials", async () => {
  await rest.json({ method: "POST", path, body: widget("kept", 1) });
  const { etcd, apiServer } = env.programs;
  const { pid } = etcd.process;
  for (const { process } of [apiServer, etcd]) await process.stop({ signal: "SIGKILL" });
  expect(etcd.process.exit).toEqual({ code: null, signal: "SIGKILL" });
  await expect(rest.call({ method: "GET", path })).rejects.toMatchObject({ code: "ECONNREFUSED" });
  await etcd.restart();
  await apiServer.restart();
  expect(etcd.process.pid).not.toBe(pid);
  expect(await rest.json({ method: "GET", path: `${path}/kept` })).toMatchObject({ spec: { size: 1 } });
});

test("stop ends every process and leaves no folder", async () => {
  const other = await startEnvtest();
  const { folder } = other;
  await other.stop();
  await other.stop();
  expect(existsSync(folder)).toBe(false);
});

test.each([0, 300, 1500])("a start that its signal ends after %i ms leaves nothing", async (ms) => {
  const folder = mkdtempSync(join(tmpdir(), "capstan-ended-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const ended = new AbortController();
  setTimeout(() => ended.abort(new Error("enough")), ms);
  await expect(startEnvtest({ crds: [widgets], envtest: { folder, signal: ended.signal } })).rejects.toThrow("enough");
  const programs = spawnSync("ps", ["-eo", "args"], { encoding: "utf8" }).stdout;
  expect(programs).not.toContain(folder);
});
