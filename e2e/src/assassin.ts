// Kills a manager at an exact point of its work, without the manager's help: an admission webhook of this run sits in front
// of LocalMachines; the write that would end the point kills the manager (SIGKILL) and is rejected. So what comes before the
// write has happened, and the write has not.
import { isJsonObject } from "@capstan/kube";
import { ValidatingWebhookConfiguration } from "@capstan/kube/builtin";
import { type RunningServer, startServer } from "@capstan/serve";
import { createSelfSigned } from "@capstan/serve/certificates";
import { eventually } from "./eventually.ts";
import { endsPoint, type KillPoint, type PendingWrite } from "./kill-points.ts";
import type { ManagementCluster } from "./management-cluster.ts";

/** Waits in front of LocalMachines. */
export interface Assassin {
  /** Kills the manager at the next write that ends the point. */
  arm(point: KillPoint): void;
  /** Resolves with the machine whose write it was. */
  struck(): Promise<string>;
  stop(): Promise<void>;
}

const configuration = { namespace: "", name: "e2e-kill-points" };
const path = "/kill-points";

/** Starts the webhook; it lets every write pass until it is armed. */
export async function startAssassin(
  cluster: ManagementCluster,
  manager: { readonly namespace: string; readonly name: string },
): Promise<Assassin> {
  const state: { point: KillPoint | undefined; victim: string | undefined } = { point: undefined, victim: undefined };
  const certificate = createSelfSigned({ commonName: "127.0.0.1", ipAddresses: ["127.0.0.1"] });
  const judge = (write: PendingWrite): boolean => {
    if (state.point === undefined || !endsPoint(state.point, write)) return true;
    state.point = undefined;
    state.victim = write.object?.metadata.name ?? "";
    cluster.local.node.workload(manager.namespace, manager.name).kill("SIGKILL");
    return false;
  };
  const server = await startServer({
    host: "127.0.0.1",
    port: 0,
    tls: certificate,
    routes: [{ method: "POST", path, handle: async (request) => review(await request.json(), judge) }],
  });
  await cluster.local.client.create(ValidatingWebhookConfiguration, webhook(server, certificate.certPem));
  return {
    arm: (point) => Object.assign(state, { point, victim: undefined }),
    struck: async () =>
      (await eventually({
        what: "the manager to reach the point",
        read: async () => state.victim,
        until: (victim) => victim !== undefined,
        within: 120,
      })) ?? "",
    stop: async () => {
      await cluster.local.client.delete(ValidatingWebhookConfiguration, configuration);
      await server.close();
    },
  };
}

function review(
  body: unknown,
  judge: (write: PendingWrite) => boolean,
): { status: number; headers: Record<string, string>; body: string } {
  const request = isJsonObject(body) && isJsonObject(body["request"]) ? body["request"] : {};
  const allowed = judge(request as unknown as PendingWrite);
  const response = {
    uid: request["uid"],
    allowed,
    ...(allowed ? {} : { status: { message: "the manager was killed here" } }),
  };
  return {
    status: 200,
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview", response }),
  };
}

function webhook(server: RunningServer, ca: string): ValidatingWebhookConfiguration {
  return {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "ValidatingWebhookConfiguration",
    metadata: { name: configuration.name },
    webhooks: [
      {
        name: "kill-points.e2e.capstan.invalid",
        clientConfig: { url: `https://127.0.0.1:${server.port}${path}`, caBundle: btoa(ca) },
        rules: [
          {
            apiGroups: ["infrastructure.cluster.x-k8s.io"],
            apiVersions: ["*"],
            resources: ["localmachines", "localmachines/status"],
            operations: ["UPDATE"],
          },
        ],
        sideEffects: "NoneOnDryRun",
        admissionReviewVersions: ["v1"],
        failurePolicy: "Fail",
      },
    ],
  };
}
