// The answers of CanUpdateMachine and CanUpdateMachineSet: patches for the changes that are declared. All others stay as they are, so that Cluster API
// sees a difference and replaces the machines.
import type {
  CanUpdateMachineRequest,
  CanUpdateMachineRequestObjects,
  CanUpdateMachineSetRequest,
  CanUpdateMachineSetRequestObjects,
} from "@capstan/api/hooks/v1alpha1";
import { createJsonPatch, getAt, isJsonObject, type JsonPatchOperation, type Resource } from "@capstan/kube";
import type { Logger } from "@capstan/process";
import type { MachinePatches, MachineSetPatches } from "../authoring/patches.ts";
import { type Claim, differingPaths, withClaimed } from "./claimed-paths.ts";

/** What can change in place: of the Machine itself, and of other kinds. */
export interface Claims {
  readonly machine: readonly Claim[];
  readonly kinds: readonly ClaimedKind[];
}

/** A kind of machines with what can change in place. */
export interface ClaimedKind {
  readonly resource: Resource;
  readonly claims: readonly Claim[];
}

/** Fields of a Machine's spec that Cluster API leaves out when it compares. Taints are here too: it changes them itself. */
const notCompared: ReadonlySet<string> = new Set([
  "bootstrap",
  "clusterName",
  "infrastructureRef",
  "minReadySeconds",
  "providerID",
  "readinessGates",
  "taints",
]);
/** The same below `deletion`. */
const deletionTimeouts = ["nodeDeletionTimeoutSeconds", "nodeDrainTimeoutSeconds", "nodeVolumeDetachTimeoutSeconds"];

/** The names of the fields of a Machine's spec that cannot cause a replacement. */
export function isCompared([first = "", second = ""]: readonly string[]): boolean {
  return !notCompared.has(first) && !(first === "deletion" && deletionTimeouts.includes(second));
}

/** Where machines have what counts, and where templates of machines have it. */
const machineSpec = ["spec"];
const templateSpec = ["spec", "template", "spec"];

/** The patches of a Machine and what belongs to it. */
export function machinePatches(
  { current, desired }: CanUpdateMachineRequest,
  claims: Claims,
  log: Logger,
): MachinePatches {
  const find = (objects: CanUpdateMachineRequestObjects): Parts => ({
    machine: objects.machine,
    infrastructure: objects.infrastructureMachine,
    bootstrap: objects.bootstrapConfig,
  });
  const made = patches([find(current), find(desired)], { claims, log, at: machineSpec, suffix: "" });
  return {
    ...(made.machine && { machinePatch: made.machine }),
    ...(made.infrastructure && { infrastructureMachinePatch: made.infrastructure }),
    ...(made.bootstrap && { bootstrapConfigPatch: made.bootstrap }),
  };
}

/** The patches of a MachineSet and its templates. */
export function machineSetPatches(
  { current, desired }: CanUpdateMachineSetRequest,
  claims: Claims,
  log: Logger,
): MachineSetPatches {
  const find = (objects: CanUpdateMachineSetRequestObjects): Parts => ({
    machine: objects.machineSet,
    infrastructure: objects.infrastructureMachineTemplate,
    bootstrap: objects.bootstrapConfigTemplate,
  });
  const made = patches([find(current), find(desired)], { claims, log, at: templateSpec, suffix: "Template" });
  return {
    ...(made.machine && { machineSetPatch: made.machine }),
    ...(made.infrastructure && { infrastructureMachineTemplatePatch: made.infrastructure }),
    ...(made.bootstrap && { bootstrapConfigTemplatePatch: made.bootstrap }),
  };
}

/** What a request has of each side. */
interface Parts {
  readonly machine: unknown;
  readonly infrastructure: unknown;
  readonly bootstrap: unknown;
}

interface Comparing {
  readonly claims: Claims;
  readonly log: Logger;
  readonly at: readonly string[];
  /** What the kind of a template has behind the kind of its machines. */
  readonly suffix: string;
}

type Made = { readonly [K in keyof Parts]: readonly JsonPatchOperation[] | undefined };

function patches([current, desired]: readonly [Parts, Parts], comparing: Comparing): Made {
  const { claims, log, at } = comparing;
  const left: string[] = [];
  const patch = (part: keyof Parts, ofPart: readonly Claim[]): readonly JsonPatchOperation[] | undefined => {
    const [from, to] = [getAt(current[part], at), getAt(desired[part], at)];
    if (!isJsonObject(from) || !isJsonObject(to)) return undefined;
    const changed = withClaimed(from, to, ofPart);
    const others = differingPaths(changed, to).filter(
      (path) => part !== "machine" || isCompared(path.slice(1).split("/")),
    );
    left.push(...others.map((path) => `${part}${path}`));
    const operations = createJsonPatch(wrapped(from, at), wrapped(changed, at));
    return operations.length === 0 ? undefined : operations;
  };
  const claimsOf = (part: keyof Parts): readonly Claim[] => claimsFor([current[part], desired[part]], comparing);
  const made = {
    machine: patch("machine", claims.machine),
    infrastructure: patch("infrastructure", claimsOf("infrastructure")),
    bootstrap: patch("bootstrap", claimsOf("bootstrap")),
  };
  if (left.length > 0) log.info("Cannot be updated in place: not all changes are declared", { paths: left });
  return made;
}

/** What can change of an object; nothing when it is of no declared kind and version, or of another than before. */
function claimsFor([current, desired]: readonly [unknown, unknown], { claims, suffix }: Comparing): readonly Claim[] {
  const isOf = (object: unknown, { resource }: ClaimedKind): boolean =>
    isJsonObject(object) &&
    object["apiVersion"] === resource.apiVersion &&
    object["kind"] === `${resource.kind}${suffix}`;
  return claims.kinds.find((kind) => isOf(current, kind) && isOf(desired, kind))?.claims ?? [];
}

function wrapped(spec: unknown, at: readonly string[]): unknown {
  return at.reduceRight<unknown>((value, field) => ({ [field]: value }), spec);
}
