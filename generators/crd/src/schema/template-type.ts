// The root type of a template, derived from its kind: `spec.template.{metadata,spec}`, with the spec except the omitted fields, and the status that an interface adds. The
// descriptions are those of TemplateOf in @capstan/contract.
import {
  resolveNode,
  typeOf,
  type DeclaredKind,
  type NamedType,
  type ObjectNode,
  type Property,
  type Tag,
  type DeclaredTemplate,
  type TypeModel,
  type TypeNode,
} from "@capstan/generator-model";
import type { Diagnostic, Position } from "@capstan/kube";
import { crdProblem } from "../diagnostics.ts";

const strings: TypeNode = { kind: "map", value: { kind: "scalar", scalar: "string" } };

/** The template's root type and node; mistakes in `omit` and tags that templates cannot have are added to `diagnostics`. */
export function templateType(
  model: TypeModel,
  { template, kind }: { readonly template: DeclaredTemplate; readonly kind: DeclaredKind },
  diagnostics: Diagnostic[],
): { readonly root: NamedType; readonly node: ObjectNode } {
  const { position } = template;
  const spec = specOf(model, kind);
  reportOmitted(template, spec, diagnostics);
  const properties = (spec?.node.properties ?? []).filter(({ name }) => !template.omit.includes(name));
  reportImmutable(template, properties, diagnostics);
  const make = (
    name: string,
    description: string,
    shape: Partial<Property> & { readonly type: TypeNode },
  ): Property => ({
    name,
    description,
    optional: false,
    tags: [],
    position,
    ...shape,
  });
  const metadata = object([
    make("labels", "labels are added to the object.", { optional: true, type: strings }),
    make("annotations", "annotations are added to the object.", { optional: true, type: strings }),
  ]);
  const names = new Set<unknown>(properties.map(({ name }) => name));
  const tags = (spec?.tags ?? []).flatMap((tag) => narrow(tag, names));
  const resource = object([
    make("metadata", "metadata is added to the object.", { optional: true, type: metadata }),
    make("spec", "spec is the spec of the object.", { tags, type: object(properties) }),
  ]);
  const outer = object([make("template", "template is what the objects are made from.", { type: resource })]);
  const node: ObjectNode = {
    kind: "object",
    identity: { apiVersion: template.apiVersion, kind: template.kind },
    properties: [
      make("spec", "spec is the desired state of the template.", { type: outer }),
      ...(template.status === undefined ? [] : [template.status]),
    ],
  };
  const root = { id: template.name, name: template.name, module: template.module, type: node };
  return { root: { ...root, description: template.description, tags: template.tags, position }, node };
}

function object(properties: readonly Property[]): ObjectNode {
  return { kind: "object", properties };
}

interface Spec {
  readonly node: ObjectNode;
  readonly tags: readonly Tag[];
  readonly position: Position;
}

function specOf(model: TypeModel, kind: DeclaredKind): Spec | undefined {
  const root = resolveNode(model, typeOf(model, kind.root).type);
  const property = root.kind === "object" ? root.properties.find(({ name }) => name === "spec") : undefined;
  if (property === undefined) return undefined;
  const node = resolveNode(model, property.type);
  const own = property.type.kind === "ref" ? typeOf(model, property.type.type).tags : [];
  return node.kind === "object" ? { node, tags: [...property.tags, ...own], position: property.position } : undefined;
}

const oneOfTags = new Set(["atMostOneOf", "exactlyOneOf", "atLeastOneOf"]);

/** A rule about several fields applies to those that are left; with fewer than two it is dropped. */
function narrow(tag: Tag, names: ReadonlySet<unknown>): Tag[] {
  if (!oneOfTags.has(tag.name) || !Array.isArray(tag.value)) return [tag];
  const value = tag.value.filter((field) => names.has(field));
  return value.length > 1 ? [{ ...tag, value }] : [];
}

function reportOmitted(
  { omit, of, position }: DeclaredTemplate,
  spec: Spec | undefined,
  diagnostics: Diagnostic[],
): void {
  for (const name of omit) {
    if (spec?.node.properties.some((property) => property.name === name)) continue;
    diagnostics.push(crdProblem("crd/template-omit", { values: { name, kind: of.kind }, position }));
  }
}

/** Checks only the direct fields of the spec: a rule further inside is as wrong, but may be part of a shared type. */
function reportImmutable(template: DeclaredTemplate, properties: readonly Property[], diagnostics: Diagnostic[]): void {
  for (const { name, tags } of properties) {
    const tag = tags.find((candidate) => candidate.name === "immutable");
    if (tag === undefined) continue;
    const values = { name, template: template.kind };
    diagnostics.push(crdProblem("crd/template-immutable", { values, position: tag.span }));
  }
}
