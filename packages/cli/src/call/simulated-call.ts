// What Cluster API would send for a Cluster: the simulated topology controller runs on an API server in this process, until it has called what is wanted.
import { coreCrds, kubeadmCrds } from "@capstan/api/crds";
import type { Cluster } from "@capstan/api/core/v1beta2";
import { createClient, type Client } from "@capstan/client";
import { createCoreSim, devCrds, type HookDelay, type TemplatesToPatch, type TopologyHooks } from "@capstan/core-sim";
import {
  applyMergePatch,
  diagnose,
  type Diagnostic,
  deepClone,
  getAt,
  type JSONValue,
  type KubeObject,
} from "@capstan/kube";
import type { CustomResourceDefinition } from "@capstan/kube/builtin";
import { startTestEnv } from "@capstan/testenv";
import { notApplied } from "../dev/object-problem.ts";
import { applySample } from "../dev/sample.ts";
import { callDiagnostics } from "./call-diagnostics.ts";
import type { RequestObjects } from "./sample-objects.ts";

/** What was sent: the Cluster as the API server has it, and the templates of its class. */
export interface SentObjects {
  readonly cluster: Cluster;
  readonly templates: TemplatesToPatch;
}

/** What is changed of the objects before they are created. */
export interface SimulatedCall {
  readonly objects: RequestObjects;
  /** CRDs of the project. */
  readonly crds: readonly CustomResourceDefinition[];
  /** Values of variables of the topology. */
  readonly variables: Readonly<Record<string, JSONValue>>;
  /** The names of those that are sent; undefined where all are. */
  readonly reaching: ReadonlySet<string> | undefined;
}

/** So many steps are enough for a Cluster that can be made at all. */
const mostSteps = 20;

/** Simulates until the templates of the Cluster are sent. */
export async function simulateCall(
  call: SimulatedCall,
): Promise<SentObjects | { readonly diagnostics: readonly Diagnostic[] }> {
  const crds = [...coreCrds(), ...kubeadmCrds(), ...devCrds()];
  const known = new Set(crds.map(({ metadata }) => metadata.name));
  const own = call.crds.filter(({ metadata }) => !known.has(metadata.name));
  const env = await startTestEnv({ backend: "embedded", crds: [...crds, ...own] });
  const client = createClient(env.credentials);
  try {
    const problem = await applyObjects(client, call);
    return problem === undefined ? await sentBy(client, call) : { diagnostics: [problem] };
  } finally {
    client.close();
    await env.stop();
  }
}

async function applyObjects(client: Client, { objects, variables }: SimulatedCall): Promise<Diagnostic | undefined> {
  const { others, clusterClass, cluster } = objects;
  const changed = new Map<KubeObject, KubeObject>([
    [clusterClass, withPatch(clusterClass)],
    [cluster, withVariables(cluster, variables)],
  ]);
  for (const object of [...others, clusterClass, cluster])
    try {
      await applySample(client, [changed.get(object) ?? object]);
    } catch (error) {
      const { message: problem, position } = notApplied(objects, object, error);
      return diagnose(callDiagnostics, "call/not-applied", { values: { problem }, ...(position && { position }) });
    }
  return undefined;
}

/** With one patch by an extension: its templates are sent, whatever patches the class has. */
function withPatch(clusterClass: KubeObject): KubeObject {
  const external = { generatePatchesExtension: "called.capstan", discoverVariablesExtension: "called.capstan" };
  return merged(clusterClass, { spec: { patches: [{ name: "called", external }] } });
}

/** A value that is given replaces that of the Cluster. */
function withVariables(cluster: KubeObject, given: SimulatedCall["variables"]): KubeObject {
  const names = Object.keys(given);
  const known = getAt(cluster, ["spec", "topology", "variables"]);
  const kept = (Array.isArray(known) ? known : []).filter(
    (each: unknown) => !names.includes(String(getAt(each, ["name"]))),
  );
  const variables = [...kept, ...names.map((name) => ({ name, value: given[name] }))];
  return variables.length === 0 ? cluster : merged(cluster, { spec: { topology: { variables } } });
}

function merged(object: KubeObject, change: object): KubeObject {
  const result = applyMergePatch(object, change);
  // A merge of fields of the spec leaves it an object of its kind.
  return Object.assign(deepClone(object), result);
}

async function sentBy(
  client: Client,
  { objects, reaching }: SimulatedCall,
): Promise<SentObjects | { readonly diagnostics: readonly Diagnostic[] }> {
  const sent = new SentCalls(reaching);
  const errors: string[] = [];
  const sim = createCoreSim({
    client,
    workloads: false,
    play: { topologies: sent },
    onError: ({ message }) => void errors.push(message),
  });
  try {
    for (let step = 0; step < mostSteps && sent.templates === undefined; step += 1) await sim.step();
  } finally {
    sim.close();
  }
  const { cluster, templates } = sent;
  if (cluster !== undefined && templates !== undefined) return { cluster, templates };
  const values = { files: objects.files.join(", "), problem: errors.at(-1) ?? "the Cluster was not reconciled" };
  return { diagnostics: [diagnose(callDiagnostics, "call/not-reached", { values })] };
}

/** Keeps what is sent. */
class SentCalls implements TopologyHooks {
  cluster: Cluster | undefined;
  templates: TemplatesToPatch | undefined;
  readonly #reaching: ReadonlySet<string> | undefined;

  constructor(reaching: ReadonlySet<string> | undefined) {
    this.#reaching = reaching;
  }

  async declared(): Promise<ReadonlySet<string> | undefined> {
    return this.#reaching;
  }

  async call(_: object, request: object): Promise<HookDelay> {
    const { cluster }: { readonly cluster?: Cluster } = deepClone(request);
    this.cluster ??= cluster;
    return { retryAfterSeconds: 0, message: "" };
  }

  async patch(_: object, request: TemplatesToPatch): Promise<readonly KubeObject[]> {
    this.templates ??= deepClone(request);
    return request.templates.map(({ object }) => object);
  }
}
