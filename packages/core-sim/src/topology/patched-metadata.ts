// Labels and annotations of templates while a class is patched: as in core, patches get those of the object that is made of the template, and what they take away as a whole stays.
import { deepClone, getAt, isJsonObject, type KubeObject } from "@capstan/kube";

/** Labels and annotations before patches. */
export interface GivenLabels {
  readonly metadata: KubeObject["metadata"];
  /** Of what: an object that is cloned has them in `spec.template.metadata` of its template. */
  readonly place: "object" | "template";
}

const fields = ["labels", "annotations"] as const;

/** The template with these labels and annotations. */
export function withMetadata(template: KubeObject, { metadata, place }: GivenLabels): KubeObject {
  const values = present(metadata, fields);
  if (place === "template") return { ...template, metadata: { ...template.metadata, ...values } };
  const spec = objectOf(template, "spec");
  const inner = objectOf(spec, "template");
  const body = { ...inner, metadata: { ...objectOf(inner, "metadata"), ...values } };
  const written = { ...template, spec: { ...spec, template: body } };
  return written;
}

/** A patched template; what it has no more of the two gets the values from before. */
export function withGiven(patched: KubeObject, { metadata, place }: GivenLabels): KubeObject {
  const path = place === "template" ? ["metadata"] : ["spec", "template", "metadata"];
  const kept = present(getAt(patched, path), fields);
  return withMetadata(patched, { metadata: { ...metadata, ...kept }, place });
}

/** What a Cluster's copy of a template takes over of it after all patches: `spec.template`, labels and annotations. */
export function withPatchedTemplate(before: KubeObject, after: KubeObject): KubeObject {
  const [own, patched] = [templateIn(before), templateIn(after)];
  const inner = { ...objectOf(own, "metadata"), ...present(patched["metadata"], fields) };
  const hasMetadata = Object.keys(inner).length > 0;
  const template = { ...own, ...(hasMetadata && { metadata: inner }), ...present(patched, ["spec"]) };
  const metadata = { ...before.metadata, ...present(after.metadata, fields) };
  const written = { ...before, metadata, spec: { ...objectOf(before, "spec"), template } };
  return written;
}

function templateIn(object: KubeObject): Readonly<Record<string, unknown>> {
  return objectOf(objectOf(object, "spec"), "template");
}

/** As core does it: of a patched template its spec, labels and annotations count, and what a patch takes away of these as a whole stays. */
export function withPatched(before: KubeObject, after: KubeObject): KubeObject {
  const metadata = { ...before.metadata, ...present(after.metadata, fields) };
  return { ...before, metadata, ...present(after, ["spec"]) };
}

function objectOf(value: unknown, name: string): Readonly<Record<string, unknown>> {
  const found = getAt(value, [name]);
  return isJsonObject(found) ? found : {};
}

function present(value: unknown, names: readonly string[]): Record<string, unknown> {
  const values = names.map((name) => [name, getAt(value, [name])] as const);
  return deepClone(Object.fromEntries(values.filter(([, each]) => each !== undefined && each !== null)));
}
