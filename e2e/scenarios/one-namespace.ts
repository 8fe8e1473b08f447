// (f) A release for one namespace: clusterctl installs it, it runs a cluster in its own namespace, and leaves alone, and has no rights
// over, what is elsewhere.
import { Namespace } from "@capstan/kube/builtin";
import { mustEqual } from "../src/eventually.ts";
import { localKinds } from "../src/local-kinds.ts";
import { createWorkload, deleteWorkload, workloadRunning, type WorkloadPlace } from "../src/local-workload.ts";
import type { RunStep } from "../src/scenario.ts";

/** The namespace that the release is installed in. */
export const ownNamespace = "infrastructure-local-system";

const account = `system:serviceaccount:${ownNamespace}:infrastructure-local-manager`;

/** Runs the scenario. */
export async function oneNamespace(own: WorkloadPlace, step: RunStep): Promise<void> {
  const { client } = own.management.local;
  const other: WorkloadPlace = { ...own, namespace: "another-tenant", name: "other" };
  await step("create a cluster in another namespace", async () => {
    await client.create(Namespace, { apiVersion: "v1", kind: "Namespace", metadata: { name: other.namespace } });
    await createWorkload(other);
  });
  await step("create a cluster in the release's namespace: 3 Machines run", async () => {
    await createWorkload(own);
    await workloadRunning(own, 3);
  });
  await step("what is in the other namespace was left alone", () => untouched(other));
  await step("the manager may read and write in its namespace only", () => rightsOf(own));
  await step("delete the cluster", () => deleteWorkload(own));
}

/** Nothing of ours was written: no finalizer, no status. */
async function untouched({ management, namespace }: WorkloadPlace): Promise<void> {
  const { cluster } = localKinds("v1beta1");
  const { items } = await management.local.client.listAll(cluster, { namespace });
  const seen = items.map(({ metadata, status }) => ({ finalizers: metadata.finalizers ?? [], status: status ?? {} }));
  mustEqual("LocalClusters in the other namespace", seen, [{ finalizers: [], status: {} }]);
}

async function rightsOf(own: WorkloadPlace): Promise<void> {
  const wanted = [
    { namespace: own.namespace, resource: "secrets", verb: "get", allowed: true },
    { namespace: "another-tenant", resource: "secrets", verb: "get", allowed: false },
    { namespace: "another-tenant", resource: "localmachines", verb: "get", allowed: false },
    { namespace: "", resource: "secrets", verb: "get", allowed: false },
    { namespace: "", resource: "localmachines", verb: "list", allowed: false },
  ];
  const got = [];
  for (const { allowed: _, ...right } of wanted) got.push({ ...right, allowed: await mayDo(own, right) });
  mustEqual("rights of the manager", got, wanted);
}

interface Right {
  readonly namespace: string;
  readonly resource: string;
  readonly verb: string;
}

/** As the real API server decides. */
async function mayDo({ management }: WorkloadPlace, right: Right): Promise<boolean> {
  const group = right.resource === "secrets" ? "" : "infrastructure.cluster.x-k8s.io";
  const answer = await management.local.client.request({
    method: "POST",
    path: "/apis/authorization.k8s.io/v1/subjectaccessreviews",
    body: {
      apiVersion: "authorization.k8s.io/v1",
      kind: "SubjectAccessReview",
      spec: { user: account, resourceAttributes: { ...right, group } },
    },
  });
  // The API server's own type.
  return (answer.json() as { status: { allowed: boolean } }).status.allowed;
}
