// What Capstan's extension kit does with the answers of questions: a handler returns one, and the response says whether it may leave.
import { hookCatalog } from "@capstan/api/catalog";
import { defineExtension, proceed, type Extension, type Handlers } from "@capstan/extension-kit";
import { callInProcess } from "@capstan/extension-kit/testing";
import type { PatchQuestion, PlanQuestion, Question, VariablesQuestion, Verdict } from "./question.ts";

/** The verdict of the kit about an answer. */
export async function answer(question: Question): Promise<Verdict> {
  const { status, message = "" } = await responseTo(question);
  return status === "Success" ? {} : { error: message };
}

type Response = Promise<{ readonly status: string; readonly message?: string }>;

function responseTo(question: Question): Response {
  if ("plan" in question) return plan(question);
  return "patch" in question ? patch(question) : variables(question);
}

/** Questions have what types forbid. */
function extension(handlers: { readonly [K in keyof Handlers]: unknown }): Extension {
  return defineExtension(handlers as Handlers);
}

const metadata = { name: "c", namespace: "n" };
const apiVersion = "cluster.x-k8s.io/v1beta2";

function plan({ plan: { to, controlPlane, workers, steps, workerSteps } }: PlanQuestion): Response {
  const asSteps = (list: readonly string[]): object[] => list.map((version) => ({ version }));
  const payload = { controlPlaneUpgrades: asSteps(steps), workersUpgrades: asSteps(workerSteps) };
  const request = {
    cluster: { apiVersion, kind: "Cluster", metadata, spec: {} },
    fromControlPlaneKubernetesVersion: controlPlane,
    ...(workers === "" ? {} : { fromWorkersKubernetesVersion: workers }),
    toKubernetesVersion: to,
  } as const;
  const extended = extension({ generateUpgradePlan: { plan: () => proceed(payload) } });
  return callInProcess(extended, hookCatalog.GenerateUpgradePlan, { request });
}

function variables({ variables: list }: VariablesQuestion): Response {
  const extended = extension({ discoverVariables: { variables: () => proceed({ variables: list }) } });
  return callInProcess(extended, hookCatalog.DiscoverVariables, { request: {} });
}

function patch({ patch: { object, patch: encoded } }: PatchQuestion): Response {
  const infrastructureMachinePatch: unknown = JSON.parse(Buffer.from(encoded.patch, "base64").toString());
  const extended = extension({ canUpdateMachine: () => proceed({ infrastructureMachinePatch }) });
  const machine = {
    apiVersion,
    kind: "Machine",
    metadata,
    spec: { clusterName: "c", bootstrap: {}, infrastructureRef: { apiGroup: "a.example", kind: "Foo", name: "m" } },
  };
  const objects = { machine, infrastructureMachine: object };
  // What the generator makes has the fields that are required.
  const request = { current: objects, desired: objects } as never;
  return callInProcess(extended, hookCatalog.CanUpdateMachine, { request });
}
