// Makes an object of a template, as core does for MachineSets, control planes and topologies.
// Called by core-sim and by providers that make machines; sends nothing.
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
import { contractErrors } from "./contract-errors.ts";

/** How the new object differs from what the template says. */
export interface CloneOptions {
  readonly name: string;
  readonly namespace: string;
  /** Put on top of the template's labels. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Put on top of the template's annotations. */
  readonly annotations?: Readonly<Record<string, string>>;
  readonly owner?: OwnerReference;
}

const ending = "Template";

/** The object that a template makes: its metadata, spec and apiVersion, and its kind without the ending `Template`. */
export function cloneTemplate(template: KubeObject, options: CloneOptions): UnstructuredObject {
  const { metadata: given, ...rest } = templateBody(template);
  const metadata = { labels: stringsOf(given, "labels"), annotations: stringsOf(given, "annotations") };
  return {
    ...rest,
    apiVersion: template.apiVersion,
    kind: template.kind.slice(0, -ending.length),
    metadata: {
      name: options.name,
      namespace: options.namespace,
      ...filled("labels", { ...metadata.labels, ...options.labels }),
      annotations: { ...metadata.annotations, ...options.annotations, ...clonedFrom(template) },
      ...(options.owner === undefined ? {} : { ownerReferences: [options.owner] }),
    },
  };
}

/** The annotations by which an object remembers the template it was made from. */
export function clonedFrom(template: KubeObject): Record<string, string> {
  return {
    [annotations.clonedFromName]: template.metadata.name ?? "",
    [annotations.clonedFromGroupKind]: `${template.kind}.${parseApiVersion(template.apiVersion).group}`,
  };
}

function templateBody(template: KubeObject): Record<string, unknown> {
  if (!template.kind.endsWith(ending)) throw notATemplate(template, "its kind does not end in Template");
  const spec = (template as { readonly spec?: unknown }).spec;
  const body = isJsonObject(spec) ? (spec as { readonly template?: unknown }).template : undefined;
  if (body === undefined) return {};
  if (!isJsonObject(body)) throw notATemplate(template, "spec.template is not an object");
  return deepClone(body) as Record<string, unknown>;
}

function stringsOf(metadata: unknown, field: "labels" | "annotations"): Record<string, string> {
  const value = isJsonObject(metadata) ? (metadata as Record<string, unknown>)[field] : undefined;
  return isJsonObject(value) ? (value as Record<string, string>) : {};
}

function filled<K extends string>(key: K, value: Record<string, string>): { [P in K]?: Record<string, string> } {
  return Object.keys(value).length === 0 ? {} : ({ [key]: value } as { [P in K]: Record<string, string> });
}

function notATemplate(template: KubeObject, why: string): Error {
  return errorOf(contractErrors, "contract/not-a-template", {
    values: { kind: template.kind, name: template.metadata.name ?? "", why },
  });
}
