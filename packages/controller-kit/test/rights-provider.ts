// A provider that reads a Secret by its name and creates a disk, for tests of its rights, and the objects that it reconciles.
import type { Cluster } from "@capstan/api/core/v1beta2";
import { ownerReferenceTo } from "@capstan/contract";
import { keyOf } from "@capstan/kube";
import { ConfigMap, Secret } from "@capstan/kube/builtin";
import { initProvider, type ProviderKit } from "../src/authoring/provider-kit.ts";
import type { Provider } from "../src/authoring/provider.ts";
import { provisioned, removed } from "../src/authoring/result.ts";
import { gets, owns, writes } from "../src/authoring/watch.ts";
import { FooCluster, FooDisk } from "./foo-kinds.ts";
import type { PassBench } from "./pass-bench.ts";

/** What a test sees of the passes, and what it makes them do. */
export interface RightsServices {
  /** The tokens that passes have read. */
  readonly tokens: string[];
  /** Called at the end of each pass, with a client that allows any kind and verb in its types. */
  also?(client: AnyClient): Promise<unknown>;
}

/** `ctx.client` without its types. */
export type AnyClient = AnyCalls<"get" | "list" | "apply" | "create" | "patch" | "delete"> & {
  readonly status: AnyCalls<"patch">;
};
type AnyCalls<Names extends string> = Readonly<Record<Names, (...args: unknown[]) => Promise<unknown>>>;

const kit: ProviderKit<RightsServices> = initProvider();

/** Reads the Secret `credentials`, and creates a disk with the name of the cluster. */
export const rightsProvider: Provider<RightsServices> = kit.provider({
  name: "foo",
  type: "infrastructure",
  controllers: [
    kit.infraCluster(FooCluster, {
      watches: [gets(Secret), owns(FooDisk, { verbs: ["create", "status"] }), writes(ConfigMap, { verbs: ["apply"] })],
      async reconcile({ object }, ctx) {
        const { namespace, name } = keyOf(object);
        const secret = await ctx.client.get(Secret, { namespace, name: "credentials" });
        ctx.services.tokens.push(secret?.data?.["token"] ?? "none");
        if ((await ctx.client.list(FooDisk, { namespace })).length === 0)
          await ctx.client.create(FooDisk, {
            apiVersion: "infrastructure.cluster.x-k8s.io/v1beta1",
            kind: "FooDisk",
            metadata: {
              namespace,
              name,
              ownerReferences: [ownerReferenceTo(object, { controller: true, blockOwnerDeletion: true })],
            },
          });
        // What a program without types could call.
        await ctx.services.also?.(ctx.client as unknown as AnyClient);
        return provisioned({ endpoint: { host: "example.org", port: 6443 } });
      },
      delete: async () => removed(),
    }),
  ],
});

/** Creates the Secret, a Cluster and its FooCluster. */
export async function createRightsObjects(bench: PassBench): Promise<Cluster> {
  await bench.create(Secret, { metadata: { name: "credentials" }, data: { token: "b25l" } });
  const cluster = await bench.cluster("c");
  await bench.create(FooCluster, { metadata: { name: "a", ownerReferences: [ownerReferenceTo(cluster)] } });
  return cluster;
}

/** The message of Ready. */
export async function readyOf(bench: PassBench): Promise<string> {
  const { status } = await bench.get(FooCluster, "a");
  const ready = status?.conditions?.find(({ type }) => type === "Ready");
  return ready?.status === "True" ? "ready" : (ready?.message ?? "");
}

/** Causes a pass. */
export async function touch(bench: PassBench, value: string): Promise<void> {
  await bench.patch(FooCluster, "a", { metadata: { annotations: { touched: value } } });
}
