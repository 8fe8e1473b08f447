// Calls that a controller does not declare, and calls that it does between them.
import { createMergePatch, type DeepReadonly, type KubeObject, type Resource, resourceOf, type UnstructuredObject } from "@capstan/kube";
import { ConfigMap, Deployment, Secret, Service } from "@capstan/kube/builtin";
import { type Client, type ControllerOptions, declareController, ensure, generationChanged, metadataOf, untypedClient } from "@capstan/operator";

interface Website extends KubeObject<"example.com/v1", "Website"> {
  spec?: { title: string };
  status?: { url?: string };
}
const Website: Resource<Website> = resourceOf("example.com/v1", "Website");
const secret: Secret = { apiVersion: "v1", kind: "Secret", metadata: { name: "a" } };
const map: ConfigMap = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" } };

export const right: ControllerOptions<Website> = declareController({
  name: "right",
  for: Website,
  predicate: generationChanged,
  watches: [{ resource: ConfigMap, owner: "controller" }],
  reads: [Service],
  calls: [
    { resource: Secret, verbs: ["get", "apply", "delete"] },
    { resource: Website, subresource: "status", verbs: ["patch", "update"] },
    { resource: ConfigMap, verbs: ["create", "deletecollection", "update"] },
  ],
  async reconcile(key, { cache, client }) {
    const website = cache.get(Website, key);
    if (website === undefined) return undefined;
    await client.get(Website, key);
    await client.list(ConfigMap);
    await client.find(Service, key);
    const { data } = await client.get(Secret, key);
    await client.apply(Secret, { ...secret, ...(data === undefined ? {} : { data }) }, { fieldManager: "a", force: true });
    await client.create(Secret, secret);
    await client.patch(Secret, key, { type: "merge", body: {} });
    await client.delete(Secret, key);
    await client.patch(Website, key, { type: "merge", body: { status: {} }, subresource: "status" });
    await client.updateStatus(Website, website);
    await client.update(Website, website, { subresource: "status" });
    await client.update(ConfigMap, map);
    await client.deleteAllOf(ConfigMap, { namespace: "default", labelSelector: "app=website" });
    await ensure(untypedClient(client), ConfigMap, map);
    return { requeueAfter: "1m" };
  },
});

export const undeclared = declareController({
  name: "undeclared",
  for: Website,
  watches: [{ resource: metadataOf(ConfigMap), owner: "any" }],
  calls: [{ resource: Secret, verbs: ["get"] }],
  async reconcile(key, { client }) {
    // error: Argument of type 'Resource<Service>' is not assignable to parameter of type '"operator/undeclared-call: get of Service is not declared: add { resource: Service, verbs: [\"get\"] } to `calls`"'.
    await client.get(Service, key);
    // error: Argument of type 'Resource<Secret>' is not assignable to parameter of type '"operator/undeclared-call: list of Secret is not declared: add { resource: Secret, verbs: [\"list\"] } to `calls`"'.
    await client.listAll(Secret);
    // error: Argument of type 'Resource<ConfigMap>' is not assignable to parameter of type '"operator/undeclared-call: create of ConfigMap is not declared: add { resource: ConfigMap, verbs: [\"create\"] } to `calls`"'.
    await client.create(ConfigMap, map);
    // error: Argument of type 'Resource<Website>' is not assignable to parameter of type '"operator/undeclared-call: patch of Website is not declared: add { resource: Website, subresource: \"status\", verbs: [\"patch\"] } to `calls`"'.
    await client.patch(Website, key, { type: "merge", body: {}, subresource: "status" });
    // error: Argument of type 'Resource<Secret>' is not assignable to parameter of type '"operator/undeclared-call: delete of Secret is not declared: add { resource: Secret, verbs: [\"delete\"] } to `calls`"'.
    await client.delete(Secret, key);
    // error: Argument of type 'Resource<Secret>' is not assignable to parameter of type '"operator/undeclared-call: deletecollection of Secret is not declared: add { resource: Secret, verbs: [\"deletecollection\"] } to `calls`"'.
    await client.deleteAllOf(Secret, { namespace: "default", all: true });
  },
});

export const ofStatusAlone = declareController({
  name: "of-status-alone",
  for: Website,
  calls: [{ resource: Website, subresource: "status", verbs: ["patch"] }],
  async reconcile(key, { client }) {
    // error: Argument of type 'Resource<Website>' is not assignable to parameter of type '"operator/undeclared-call: patch of Website is not declared: add { resource: Website, verbs: [\"patch\"] } to `calls`"'.
    await client.patch(Website, key, { type: "merge", body: {} });
  },
});

export const patches = declareController({
  name: "patches",
  for: Website,
  calls: [{ resource: Website, verbs: ["patch"] }],
  async reconcile(key, { client }) {
    await client.patch(Website, key, { type: "merge", body: { spec: { title: null }, status: null } });
    await client.patch(Website, key, { type: "json", body: [{ op: "remove", path: "/spec/title" }] });
    // error: Object literal may only specify known properties, but 'titel' does not exist in type 'PatchOfFields<{ title: string; }>'. Did you mean to write 'title'?
    await client.patch(Website, key, { type: "merge", body: { spec: { titel: "a" } } });
    // error: Type 'number' is not assignable to type 'string'.
    await client.patch(Website, key, { type: "merge", body: { spec: { title: 1 } } });
  },
});

interface Source extends KubeObject<"example.com/v1", "Source"> {
  spec?: {
    source?: { type: "Image"; image: string } | { type: "URL"; url: string; checksum?: string };
    list?: { name: string; args?: string[] }[];
    raw?: unknown;
  };
}
const Source: Resource<Source> = resourceOf("example.com/v1", "Source");

export async function patchesOfUnions(client: Client, key: { namespace: string; name: string }): Promise<void> {
  await client.patch(Source, key, { type: "merge", body: { spec: { source: { type: "Image", image: "x", url: null, checksum: null } } } });
  // error: Type 'string' is not assignable to type 'null | undefined'.
  await client.patch(Source, key, { type: "merge", body: { spec: { source: { type: "Image", url: "x" } } } });
}

export async function patchesOfViews(client: Client, view: DeepReadonly<Source>, workload: DeepReadonly<Deployment>): Promise<void> {
  const key = { namespace: "default", name: "a" };
  await client.patch(Source, key, { type: "merge", body: { spec: { list: view.spec?.list } } });
  const list = [{ name: "a", args: ["b"] }] as const;
  await client.patch(Source, key, { type: "merge", body: { spec: { list } } });
  await client.patch(Source, key, { type: "merge", body: view });
  await client.patch(Deployment, key, { type: "merge", body: { spec: { template: workload.spec?.template } } });
  // error: Type 'number' is not assignable to type 'string'.
  await client.patch(Source, key, { type: "merge", body: { spec: { list: [{ name: 1 }] } } });
}

export async function patchesOfDifferences(client: Client, before: Source, after: Source): Promise<void> {
  const key = { namespace: "default", name: "a" };
  const body = createMergePatch(before, after);
  if (body !== undefined) await client.patch(Source, key, { type: "merge", body });
  await client.patch(Source, key, { type: "merge", body: after });
  const found: Resource<UnstructuredObject> = await client.resourceFor(before);
  await client.patch(found, key, { type: "merge", body: { spec: { any: 1 } } });
  await client.patch(found, key, { type: "merge", body: createMergePatch({}, found) });
}

export async function patchesOfScale(client: Client, key: { namespace: string; name: string }): Promise<void> {
  await client.patch(Source, key, { type: "merge", body: { spec: { replicas: 1 } }, subresource: "scale" });
  // error: Object literal may only specify known properties, and 'replicas' does not exist in type 'PatchOfFields<{ source?: { type: "Image"; image: string; } | { type: "URL"; url: string; checksum?: string; }; list?: { name: string; args?: string[]; }[]; raw?: unknown; }>'.
  await client.patch(Source, key, { type: "merge", body: { spec: { replicas: 1 } }, subresource: "status" });
}

export const helpers = declareController({
  name: "helpers",
  for: Website,
  async reconcile(_, { client }) {
    const all: Client = untypedClient(client);
    await ensure(all, ConfigMap, map);
  },
});
