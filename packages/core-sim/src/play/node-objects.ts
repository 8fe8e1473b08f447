// The Nodes that are played: ready, with the version that their machine should have.
import { createHash } from "node:crypto";
import type { Machine, MachinePool } from "@capstan/api/core/v1beta2";
import { isControlPlaneMachine, playedByLabel } from "@capstan/contract";
import { formatTime, keyOf } from "@capstan/kube";
import type { Node } from "@capstan/kube/builtin";

const pressures = ["MemoryPressure", "DiskPressure", "PIDPressure"];

/** What a played Node is made of. */
interface NodeParts {
  readonly name: string;
  readonly providerID: string;
  readonly version: string;
  /** Since when it is ready. */
  readonly time: Date;
  readonly labels?: Readonly<Record<string, string>>;
  readonly addresses?: readonly { readonly type: string; readonly address: string }[];
}

/** The Node of a Machine, with its name. */
export function nodeOfMachine(machine: Machine, time: Date): Node {
  const { name } = keyOf(machine);
  const { providerID = "", version = "" } = machine.spec;
  const labels = isControlPlaneMachine(machine) ? { "node-role.kubernetes.io/control-plane": "" } : {};
  return nodeOf({ name, providerID, version, labels, addresses: machine.status?.addresses ?? [], time });
}

/** The Node of a machine in a pool, whose name is made of the providerID. */
export function nodeOfPool(pool: MachinePool, providerID: string, time: Date): Node {
  const hash = createHash("sha256").update(providerID).digest("hex").slice(0, 8);
  const { version = "" } = pool.spec.template.spec;
  return nodeOf({ name: `${keyOf(pool).name}-${hash}`, providerID, version, time });
}

function nodeOf({ name, providerID, version, time, labels = {}, addresses = [] }: NodeParts): Node {
  const times = { lastHeartbeatTime: formatTime(time), lastTransitionTime: formatTime(time) };
  return {
    apiVersion: "v1",
    kind: "Node",
    metadata: {
      name,
      labels: { "kubernetes.io/hostname": name, "kubernetes.io/os": "linux", ...labels, [playedByLabel]: "nodes" },
    },
    spec: { providerID },
    status: {
      conditions: [
        { type: "Ready", status: "True", reason: "KubeletReady", message: "the Node is played", ...times },
        ...pressures.map((type) => ({ type, status: "False" as const, reason: "Played", message: "", ...times })),
      ],
      ...(addresses.length === 0 ? {} : { addresses: addresses.map((each) => ({ ...each })) }),
      nodeInfo: nodeInfoOf(version),
    },
  };
}

/** All fields are required in a Node's status. */
function nodeInfoOf(version: string): Record<string, string> {
  return {
    architecture: "amd64",
    bootID: "played",
    containerRuntimeVersion: "played://1.0.0",
    kernelVersion: "played",
    kubeProxyVersion: version,
    kubeletVersion: version,
    machineID: "played",
    operatingSystem: "linux",
    osImage: "played",
    systemUUID: "played",
  };
}
