// Objects that core and control planes create from templates of providers, for each new Machine.
import { type Cluster, type ContractVersionedObjectReference, Machine } from "@capstan/api/core/v1beta2";
import { isApiError } from "@capstan/client";
import { addFinalizer, cloneTemplate, ensureOwner, ownerReferenceTo, type CloneOptions } from "@capstan/contract";
import type { ContractKind } from "@capstan/contract/rules";
import {
  deepClone,
  keyOf,
  parseApiVersion,
  pluralOfKind,
  resourceOf,
  type KubeObject,
  type Resource,
} from "@capstan/kube";
import type { External } from "./cluster-reader.ts";
import { defaultMachine } from "./defaults/core-defaults.ts";
import { machineFinalizer } from "./machine/machine-object.ts";
import type { SimContext } from "./writer.ts";

/** The template of a provider, and the contract of what is made of it. */
export interface TemplateSource {
  readonly cluster: Cluster;
  readonly reference: ContractVersionedObjectReference;
  readonly kind: ContractKind;
}

/** An object that was created, and how a Machine refers to it. */
export interface ClonedObject {
  readonly resource: Resource;
  readonly object: KubeObject;
  readonly reference: ContractVersionedObjectReference;
}

/** The template, owned by the Cluster while it is in use; undefined when it does not exist. */
export async function findTemplate(
  { cluster, reference, kind }: TemplateSource,
  { reader, writer }: SimContext,
): Promise<External | undefined> {
  const template = await reader.external(cluster, reference, kind);
  if (template === undefined) return undefined;
  const draft = deepClone(template.object);
  if (ensureOwner(draft, ownerReferenceTo(cluster))) await writer.save(template.resource, template.object, draft);
  return template;
}

/** Creates the object that a template describes. */
export async function createClone(
  template: External,
  options: CloneOptions,
  { writer }: SimContext,
): Promise<ClonedObject> {
  const object = cloneTemplate(template.object, options);
  const { apiVersion, kind } = object;
  const resource = resourceOf(apiVersion, kind, { plural: pluralOfKind(kind) });
  await writer.create(resource, object);
  return { resource, object, reference: { apiGroup: parseApiVersion(apiVersion).group, kind, name: options.name } };
}

/** Does what creates more for a Machine. When that is rejected, what was created before is deleted, since nothing else names it. */
export async function createBeside<T>(
  created: readonly ClonedObject[],
  { writer }: Pick<SimContext, "writer">,
  create: () => Promise<T>,
): Promise<T> {
  try {
    return await create();
  } catch (error) {
    for (const { resource, object } of created) await writer.delete(resource, object);
    throw error;
  }
}

/** Creates the Machine that names what was created before, with the finalizer that core gives it and the defaults of its webhook. When it does not exist after a failure, that is deleted, since nothing else names it. */
export async function createMachineOf(
  created: readonly ClonedObject[],
  machine: Machine,
  { reader, writer }: SimContext,
): Promise<void> {
  addFinalizer(machine, machineFinalizer);
  const defaulted = deepClone(machine);
  defaultMachine(defaulted);
  try {
    await writer.create(Machine, machine, defaulted);
  } catch (error) {
    // A rejection says that it is not stored; otherwise only the answer may be lost.
    const mayExist = !(isApiError(error) && error.status < 500);
    const find = (): Promise<unknown> => reader.lists.client.find(Machine, keyOf(machine));
    if (mayExist && (await find().catch(() => machine)) !== undefined) throw error;
    for (const { resource, object } of created) await writer.delete(resource, object);
    throw error;
  }
}
