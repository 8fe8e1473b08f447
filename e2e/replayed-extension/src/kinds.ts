// The kinds of change that an author makes, as a table: where each can be made, and how. None of them says what happens to machines.
import { isJsonObject, type JSONValue } from "@capstan/kube";
import type { AnyTemplate, ChangeTemplate } from "@capstan/extension-kit";
import type { Random } from "@capstan/repo";
import type { variables } from "../../../examples/extension-topology/src/variables.ts";
import {
  everyPlace,
  merge,
  ofKubeadm,
  ofSpec,
  type Place,
  plane,
  planeMachine,
  workerConfig,
  workerMachine,
} from "./places.ts";

type Declarations = typeof variables.declarations;
type Change = ChangeTemplate<AnyTemplate, Declarations>;

/** A kind of change. */
export interface ChangeKind {
  readonly name: string;
  readonly places: readonly Place[];
  readonly change: (random: Random, place: Place) => Change;
  /** Whether the guard has to read the machines that there are before the change. */
  readonly needsCluster?: true;
}

const machines = [planeMachine, workerMachine];
const configs = [plane, workerConfig];

/** A change that merges the same patch into each template. */
function always(patch: object): Change {
  return (template) => merge(template, patch);
}

const word = (random: Random): string => `w${random.below(1_000_000)}`;
const list = (random: Random): string[] => Array.from({ length: 1 + random.below(3) }, () => `echo ${word(random)}`);
const seconds = (random: Random): string => `${100 + random.below(900)}ms`;
const argument = (random: Random): object => ({
  name: random.pick(["profiling", "feature-gates", "vmodule"]),
  value: word(random),
});

/** Writes each field of an object again, the last one first. */
function turned(value: unknown): unknown {
  if (!isJsonObject(value)) return value;
  const fields = Object.entries(value).toReversed();
  return Object.fromEntries(fields.map(([name, each]) => [name, turned(each)]));
}

export const changeKinds: readonly ChangeKind[] = [
  {
    name: "a field of machines",
    places: machines,
    change: (random) =>
      always(ofSpec({ backend: { inMemory: { node: { provisioning: { startupDuration: seconds(random) } } } } })),
  },
  { name: "files", places: configs, change: (random, place) => always(ofKubeadm(place, { files: files(random) })) },
  {
    name: "a label of templates",
    places: everyPlace,
    change: (random) => always({ metadata: { labels: { [`example.com/${word(random)}`]: word(random) } } }),
  },
  {
    name: "nothing",
    places: everyPlace,
    change: () => (template) => merge(template, { metadata: { ...template.metadata }, spec: { ...template.spec } }),
  },
  {
    name: "arguments of a part of the control plane",
    places: [plane],
    change: (random) => {
      const part = random.pick(["apiServer", "controllerManager", "scheduler"]);
      return always(ofKubeadm(plane, { clusterConfiguration: { [part]: { extraArgs: [argument(random)] } } }));
    },
  },
  {
    name: "an annotation of templates",
    places: everyPlace,
    change: (random) => always({ metadata: { annotations: { [`example.com/${word(random)}`]: word(random) } } }),
  },
  {
    name: "a label that machines get",
    places: [...machines, workerConfig],
    change: (random) =>
      always({ spec: { template: { metadata: { labels: { [`example.com/${word(random)}`]: word(random) } } } } }),
  },
  {
    name: "commands",
    places: configs,
    change: (random, place) => {
      const field = random.pick(["preKubeadmCommands", "postKubeadmCommands", "bootCommands"]);
      return always(ofKubeadm(place, { [field]: list(random) }));
    },
  },
  {
    name: "how a control plane replaces, names and repairs machines",
    places: [plane],
    change: (random) =>
      always(
        ofSpec(
          random.pick([
            { remediation: { maxRetry: 1 + random.below(9) } },
            { rollout: { strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: 1 } } } },
            { machineNaming: { template: `{{ .kubeadmControlPlane.name }}-${word(random)}-{{ .random }}` } },
            { machineTemplate: { spec: { deletion: { nodeDrainTimeoutSeconds: 10 + random.below(90) } } } },
            { machineTemplate: { metadata: { labels: { [`example.com/${word(random)}`]: word(random) } } } },
          ]),
        ),
      ),
  },
  {
    name: "the order of a list",
    places: [plane],
    change: () => (template) => {
      const config = template.spec?.template?.spec?.["kubeadmConfigSpec"];
      const cluster = isJsonObject(config) ? config["clusterConfiguration"] : undefined;
      const server = isJsonObject(cluster) ? cluster["apiServer"] : undefined;
      const names: readonly JSONValue[] =
        isJsonObject(server) && Array.isArray(server["certSANs"]) ? server["certSANs"] : [];
      merge(template, ofKubeadm(plane, { clusterConfiguration: { apiServer: { certSANs: names.toReversed() } } }));
    },
  },
  {
    name: "the order of fields",
    places: everyPlace,
    change: () => (template) => void Object.assign(template, turned(template)),
  },
  {
    name: "what depends on a variable",
    places: machines,
    change: (random) => {
      const wanted = random.pick(["1s", "2s"]);
      const startupJitter = `0.${1 + random.below(8)}`;
      const patch = ofSpec({ backend: { inMemory: { vm: { provisioning: { startupJitter } } } } });
      return (template, { machineStartup }) => {
        if (machineStartup === wanted) merge(template, patch);
      };
    },
  },
  {
    name: "what depends on replicas",
    places: [plane],
    change: (random) => {
      const field = random.pick(["maxRetry", "verbosity"]);
      const more = random.below(5);
      return (template, _, { builtin }) => {
        const value = more + (builtin.controlPlane?.replicas ?? 1);
        merge(
          template,
          field === "maxRetry" ? ofSpec({ remediation: { maxRetry: value } }) : ofKubeadm(plane, { verbosity: value }),
        );
      };
    },
  },
  {
    name: "flags of kubelet",
    places: configs,
    change: (random, place) => {
      const nodeRegistration = { kubeletExtraArgs: [{ name: "node-labels", value: `example.com/is=${word(random)}` }] };
      return always(ofKubeadm(place, { joinConfiguration: { nodeRegistration } }));
    },
  },
  {
    name: "a value that is the default",
    places: configs,
    change: (random, place) =>
      always(
        ofKubeadm(
          place,
          random.pick([
            { format: "cloud-config" },
            { initConfiguration: { nodeRegistration: { imagePullPolicy: "IfNotPresent" } } },
            { joinConfiguration: { nodeRegistration: { imagePullPolicy: "IfNotPresent" } } },
          ]),
        ),
      ),
  },
  {
    name: "what only the first machine has",
    places: [plane],
    change: (random) =>
      always(
        ofKubeadm(plane, {
          initConfiguration: { nodeRegistration: { ignorePreflightErrors: [word(random)] } },
        }),
      ),
    needsCluster: true,
  },
];

function files(random: Random): object[] {
  return [{ path: `/etc/${word(random)}`, owner: "root:root", permissions: "0600", content: word(random) }];
}
