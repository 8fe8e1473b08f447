// Creates an object from a template, as core does for MachineSets, control planes and topologies.
import {
  deepClone,
  errorOf,
  isJsonObject,
  parseApiVersion,
  type KubeObject,
  type OwnerReference,
  type UnstructuredObject,
} from "@capstan/kube";
import { annotations } from "./annotations.ts";
import { contractErrors } from "../contract-errors.ts";

/** The identity of the new object, and what it has in addition to the template. */
export interface CloneOptions {
  readonly name: string;
  readonly namespace: string;
  /** Added to the template's labels, which they replace where the keys are equal. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Added to the template's annotations, which they replace where the keys are equal. */
  readonly annotations?: Readonly<Record<string, string>>;
  readonly owner?: OwnerReference;
}

const suffix = "Template";

/**
 * Creates the object that a template describes, without sending it to the API server.
 *
 * The object has the template's apiVersion, its kind without `Template` at the end, a copy of `spec.template.spec`, the
 * labels and annotations of `spec.template.metadata`, and the two annotations that name the template (`clonedFrom`).
 *
 * @throws CapstanError `contract/not-a-template` when the kind does not end in `Template` or `spec.template` is not an object.
 * @example
 * const machine = cloneTemplate(template, { name: "a-1", namespace, owner: ownerReferenceTo(set) });
 */
export function cloneTemplate(template: KubeObject, options: CloneOptions): UnstructuredObject {
  const { metadata: given, ...rest } = templateBody(template);
  const labels = { ...stringsOf(given, "labels"), ...options.labels };
  return {
    ...rest,
    apiVersion: template.apiVersion,
    kind: template.kind.slice(0, -suffix.length),
    metadata: {
      name: options.name,
      namespace: options.namespace,
      ...(Object.keys(labels).length === 0 ? {} : { labels }),
      annotations: { ...stringsOf(given, "annotations"), ...options.annotations, ...clonedFrom(template) },
      ...(options.owner === undefined ? {} : { ownerReferences: [options.owner] }),
    },
  };
}

/** The two annotations that name the template that an object was created from. */
export function clonedFrom(template: KubeObject): Record<string, string> {
  return {
    [annotations.clonedFromName]: template.metadata.name ?? "",
    [annotations.clonedFromGroupKind]: `${template.kind}.${parseApiVersion(template.apiVersion).group}`,
  };
}

function templateBody(template: KubeObject): Record<string, unknown> {
  if (!template.kind.endsWith(suffix)) throw notATemplate(template, "its kind does not end in Template");
  const spec = "spec" in template ? template.spec : undefined;
  const body = isJsonObject(spec) ? spec["template"] : undefined;
  if (body === undefined) return {};
  if (!isJsonObject(body)) throw notATemplate(template, "spec.template is not an object");
  return deepClone(body);
}

function stringsOf(metadata: unknown, field: "labels" | "annotations"): Record<string, string> {
  const value = isJsonObject(metadata) ? metadata[field] : undefined;
  // The API server's schema makes the values strings.
  return isJsonObject(value) ? (value as Record<string, string>) : {};
}

function notATemplate(template: KubeObject, why: string): Error {
  return errorOf(contractErrors, "contract/not-a-template", {
    values: { kind: template.kind, name: template.metadata.name ?? "", why },
  });
}
