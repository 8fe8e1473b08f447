// Brings templates to what a topology wants, and then the object that names them: a template with another spec is replaced by a new one, which is deleted if the object cannot name it.
import type { Cluster, ContractVersionedObjectReference } from "@capstan/api/core/v1beta2";
import { isDeleting, ownerReferenceTo } from "@capstan/contract";
import { deepClone, deepEqual, keyOf, type KubeObject } from "@capstan/kube";
import type { External } from "../cluster-reader.ts";
import { withComparedDefaults } from "../rollout/template-defaults.ts";
import { type ApplyContext, checkKind, isSameKind, partReference, resourceFor } from "./apply-part.ts";
import { templateMetadata } from "./part-metadata.ts";
import { isRejection, TopologyFailure } from "./topology-failure.ts";

/** A template of a Cluster. */
export interface WantedTemplate {
  readonly current: External | undefined;
  /** The patched template of the class. */
  readonly template: KubeObject;
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  /** The name of the one that replaces it, if its spec has to be another one. */
  readonly nameOfNext: () => string;
  /** Whether another kind can take its place: core allows that for templates of bootstrap configs. */
  readonly mayChangeKind?: boolean;
}

/** How a template is referred to. */
type ReferenceOf = (template: WantedTemplate) => ContractVersionedObjectReference;

/** The object that names templates. */
export interface TemplateUser<T extends KubeObject> {
  /** Its name among the parts of the Cluster. */
  readonly part: string;
  /** The object that is wanted. */
  readonly wanted: (referenceOf: ReferenceOf) => T;
  readonly apply: (wanted: T) => Promise<void>;
  /** Whether nothing else names its templates, so that one that was replaced is deleted. */
  readonly isOnlyUser: boolean;
}

/** What templates are applied with. */
interface TemplateContext extends ApplyContext {
  readonly draft: Cluster;
}

/** Creates, changes or replaces templates, then applies what names them. What fails after a template was created is not tried again before a while, unless something else is wanted. */
export async function applyWithTemplates<T extends KubeObject>(
  work: TemplateContext,
  templates: readonly WantedTemplate[],
  user: TemplateUser<T>,
): Promise<void> {
  const { context, applied } = work;
  await deleteUnnamed(work);
  const changes = templates.map((wanted) => changeOf(wanted, work));
  const references = new Map<WantedTemplate, ContractVersionedObjectReference>();
  const wanted = (): T =>
    user.wanted((template) => references.get(template) ?? partReference(template.current?.object ?? template.template));
  const attempt = JSON.stringify([wanted(), ...changes.map(({ object }) => object)]);
  const isNew = ({ isReplaced, wanted: { current } }: TemplateChange): boolean => isReplaced || current === undefined;
  if (changes.some(isNew)) applied.failures.check(user.part, attempt, context);
  const replaced = changes.flatMap(({ isReplaced, wanted: { current } }) =>
    isReplaced && current !== undefined && user.isOnlyUser ? [current.object] : [],
  );
  const created: KubeObject[] = [];
  try {
    for (const change of changes) references.set(change.wanted, await applyTemplate(change, work, created));
    await user.apply(wanted());
  } catch (error) {
    if (created.length === 0) throw error;
    const failure = nameless(error, created);
    applied.failures.add(user.part, { attempt, failure }, context);
    for (const template of [...created, ...replaced]) applied.failures.unsettled.set(template, wanted());
    // What fails again is done before the next attempt.
    await deleteUnnamed(work).catch(() => undefined);
    throw failure;
  }
  applied.failures.end(user.part);
  for (const template of replaced) await context.writer.delete(resourceFor(template), template);
}

/** Deletes the templates of changes that have failed, unless the changed objects name them. Without an answer, an object may name them: it is read. */
async function deleteUnnamed({ applied, context: { reader, writer } }: TemplateContext): Promise<void> {
  const { unsettled } = applied.failures;
  for (const [template, user] of unsettled) {
    const stored = await reader.lists.client.find(resourceFor(user), keyOf(user));
    const isNamed = JSON.stringify(specOf(stored))?.includes(JSON.stringify(keyOf(template).name)) === true;
    if (!isNamed) await writer.delete(resourceFor(template), template);
    unsettled.delete(template);
  }
}

/** What is made of a template. */
interface TemplateChange {
  readonly wanted: WantedTemplate;
  /** The template that is wanted, with the name that it has. */
  readonly object: KubeObject;
  readonly isReplaced: boolean;
}

function changeOf(wanted: WantedTemplate, { draft, applied }: TemplateContext): TemplateChange {
  const { current } = wanted;
  const object = templateOf(draft, wanted, wanted.name);
  if (current === undefined) return { wanted, object, isReplaced: false };
  if (wanted.mayChangeKind !== true) checkKind(current.object, object);
  const isSame =
    isSameKind(current.object, object) &&
    deepEqual(comparedSpec(applied.merged(current.object, object)), comparedSpec(current.object));
  return { wanted, object, isReplaced: !isSame };
}

/** Creates, changes or replaces a template; returns how it is referred to now. */
async function applyTemplate(
  { wanted, object, isReplaced }: TemplateChange,
  work: TemplateContext,
  created: KubeObject[],
): Promise<ContractVersionedObjectReference> {
  const { draft, context, applied } = work;
  const { current } = wanted;
  if (current !== undefined && !isReplaced) {
    await applied.save(current, object, context.writer);
    return partReference(current.object);
  }
  const create = async (template: KubeObject): Promise<boolean> => {
    const stored = await applied.create(resourceFor(template), template, context.writer);
    if (stored === undefined) return isStored(template, work);
    created.push(template);
    return true;
  };
  if (!isReplaced && (await create(object))) return partReference(object);
  const next = templateOf(draft, wanted, wanted.nameOfNext());
  await create(next);
  return partReference(next);
}

/** Whether a template that exists is the one that is wanted: one of that name may be left of workers that were deleted, or of an attempt that has failed. */
async function isStored(template: KubeObject, { applied, context: { reader } }: TemplateContext): Promise<boolean> {
  const stored = await reader.lists.client.find(resourceFor(template), keyOf(template));
  if (stored === undefined || isDeleting(stored)) return false;
  return deepEqual(specOf(applied.merged(stored, template)), specOf(stored));
}

/** A rejection without the names of the templates: others are made for each attempt, and the message would be a new one each time. */
function nameless(error: unknown, created: readonly KubeObject[]): unknown {
  if (!(error instanceof TopologyFailure || isRejection(error))) return error;
  const message = created.reduce((text, template) => text.replaceAll(keyOf(template).name, "…"), error.message);
  return new TopologyFailure(message, { cause: error });
}

/** A copy of a patched template that belongs to the Cluster, with the labels and annotations of the template. */
function templateOf(draft: Cluster, { template, labels }: WantedTemplate, name: string): KubeObject {
  const copy = deepClone(template);
  const metadata = {
    name,
    namespace: keyOf(draft).namespace,
    ...templateMetadata(copy, labels),
    ownerReferences: [ownerReferenceTo(draft)],
  };
  return { ...copy, metadata };
}

/** What is compared of a template. */
function comparedSpec(template: KubeObject): unknown {
  return specOf(withComparedDefaults(template));
}

function specOf(object: (KubeObject & { readonly spec?: unknown }) | undefined): unknown {
  return object?.spec;
}
