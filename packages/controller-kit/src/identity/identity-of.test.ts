// Which identity a cluster may use, what is read for it, and which kinds a controller has to declare.
import { type AllowedNamespaces, ownerReferenceTo } from "@capstan/contract";
import { Namespace } from "@capstan/kube/builtin";
import { beforeEach, expect, test } from "vitest";
import { FakeClient } from "../../test/fake-client.ts";
import { FooCluster, FooIdentity } from "../../test/foo-kinds.ts";
import type { ControllerDefinition } from "../authoring/controller-definition.ts";
import { initProvider, type ProviderKit } from "../authoring/provider-kit.ts";
import { provisioned, removed, stalled } from "../authoring/result.ts";
import { gets, reads } from "../authoring/watch.ts";
import type { IdentityAccess } from "../authoring/typed-client.ts";
import { createPassBench, startBenchEnv } from "../../test/pass-bench.ts";
import { identityOf } from "./identity-of.ts";

let fake: FakeClient;
beforeEach(() => {
  fake = new FakeClient();
});

async function access(allowedNamespaces?: AllowedNamespaces): Promise<IdentityAccess<FooIdentity>> {
  const { apiVersion, kind } = FooIdentity;
  const spec = { secretName: "s", ...(allowedNamespaces === undefined ? {} : { allowedNamespaces }) };
  fake.put({ apiVersion, kind, metadata: { name: "main" }, spec });
  const { find } = fake.client;
  return identityOf({ get: find }, "team")(FooIdentity, "main");
}

function putNamespace(labels: Readonly<Record<string, string>>): void {
  fake.put<Namespace>({ apiVersion: "v1", kind: "Namespace", metadata: { name: "team", labels: { ...labels } } });
}

const notAllowed = {
  allowed: false,
  reason: "NamespaceNotAllowed",
  message: 'FooIdentity "main" does not allow the namespace "team" in spec.allowedNamespaces',
};
const selector = { matchLabels: { tier: "gold" } };

test.each<readonly [string, AllowedNamespaces | undefined, object]>([
  ["absent", undefined, notAllowed],
  ["a list without it", { list: ["other"] }, notAllowed],
  ["a list with it", { list: ["team"] }, { allowed: true, identity: expect.objectContaining({ kind: "FooIdentity" }) }],
  ["empty", {}, { allowed: true, identity: expect.objectContaining({ kind: "FooIdentity" }) }],
])("allowedNamespaces %s needs no read of the Namespace", async (_, allowed, want) => {
  expect(await access(allowed)).toEqual(want);
  expect(fake.reads).toEqual(["find main"]);
});

test("a selector is compared with the labels that the namespace has now", async () => {
  expect(await access({ selector })).toEqual(notAllowed);
  putNamespace({ tier: "silver" });
  expect(await access({ selector })).toEqual(notAllowed);
  putNamespace({ tier: "gold" });
  expect(await access({ selector })).toMatchObject({ allowed: true });
  expect(fake.reads.filter((read) => read === "find team").length).toBe(3);
});

test("an identity that does not exist is not an error", async () => {
  const { find } = fake.client;
  expect(await identityOf({ get: find }, "team")(FooIdentity, "none")).toEqual({
    allowed: false,
    reason: "IdentityNotFound",
    message: 'FooIdentity "none" does not exist',
  });
});

const kit: ProviderKit<object> = initProvider();

test("`ctx.identity` uses the namespace of the object, and says in a condition what is not allowed", async () => {
  await using env = await startBenchEnv();
  const bench = await createPassBench(env);
  const fooCluster: ControllerDefinition<object> = kit.infraCluster(FooCluster, {
    conditions: { CredentialsReady: ["IdentityNotFound", "NamespaceNotAllowed", "Found"] },
    watches: [reads(FooIdentity), gets(Namespace)],
    async reconcile(_, ctx) {
      const found = await ctx.identity(FooIdentity, "main");
      return found.allowed ? provisioned() : stalled("CredentialsReady", found.reason, found.message);
    },
    delete: async () => removed(),
  });
  const reason = async (): Promise<string | undefined> =>
    (await bench.get(FooCluster, "a")).status?.conditions?.find(({ type }) => type === "CredentialsReady")?.reason;
  const cluster = await bench.cluster("c");
  await bench.create(FooCluster, { metadata: { name: "a", ownerReferences: [ownerReferenceTo(cluster)] } });
  await bench.settle(fooCluster, "a");
  expect(await reason()).toBe("IdentityNotFound");

  const { apiVersion, kind } = FooIdentity;
  const spec = { allowedNamespaces: { selector: { matchLabels: { "kubernetes.io/metadata.name": "other" } } } };
  await bench.client.create(FooIdentity, { apiVersion, kind, metadata: { name: "main" }, spec });
  await bench.pass(fooCluster, "a");
  expect(await reason()).toBe("NamespaceNotAllowed");

  const allowed = { selector: null, list: [bench.namespace] };
  const body = { spec: { allowedNamespaces: allowed } };
  await bench.client.patch(FooIdentity, { namespace: "", name: "main" }, { type: "merge", body });
  await bench.pass(fooCluster, "a");
  expect(await reason()).toBe("Found");
});

test("a kind that is not declared does not compile", () => {
  kit.infraCluster(FooCluster, {
    watches: [reads(FooIdentity)],
    async reconcile(_, ctx) {
      // @ts-expect-error rbac/undeclared: Namespace is not declared in `watches`: add gets(Namespace)
      await ctx.identity(FooIdentity, "main");
      return provisioned();
    },
    delete: async () => removed(),
  });
  const { watches } = kit.infraCluster(FooCluster, {
    watches: [gets(Namespace)],
    async reconcile(_, ctx) {
      // @ts-expect-error rbac/undeclared: FooIdentity is not declared in `watches`: add gets(FooIdentity) or reads(FooIdentity)
      await ctx.identity(FooIdentity, "main");
      return provisioned();
    },
    delete: async () => removed(),
  });
  expect(watches.map(({ resource }) => resource.kind)).toEqual(["Namespace"]);
});
