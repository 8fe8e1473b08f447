// A discriminated union -> one flat object: the discriminator as an enum, the fields of all members, and one CEL rule per member for those
// that it alone requires, and those that it forbids. The API server forbids types inside oneOf.
import { resolveNode, type TypeNode, type UnionNode } from "@capstan/generator-model";
import { deepEqual, setOwn } from "@capstan/kube";
import type { JSONSchema, ValidationRule } from "@capstan/kube/builtin";
import { crdProblem } from "../diagnostics.ts";
import { celField } from "./cel-rules.ts";
import type { SchemaContext } from "./schema-context.ts";

/** Writes out a type; passed as a value, so that the two files do not import each other. */
type WriteOut = (node: TypeNode, context: SchemaContext) => JSONSchema;

interface Member {
  readonly value: string;
  readonly properties: Readonly<Record<string, JSONSchema>>;
  readonly required: readonly string[];
}

/** The schema of a union. */
export function unionSchema(node: UnionNode, context: SchemaContext, writeOut: WriteOut): JSONSchema {
  const members = node.members.map(({ value, type }): Member => {
    const schema = writeOut(type, context);
    const required = (schema.required ?? []).filter((name) => name !== node.discriminator);
    return { value, properties: schema.properties ?? {}, required };
  });
  const properties = mergeProperties(members, node.discriminator, context);
  reportDefaults(members, properties, context);
  const description = describeDiscriminator(node, context);
  const ofAll = Object.keys(properties).filter((name) => members.every(({ required }) => required.includes(name)));
  const rules = members.flatMap(({ required, ...member }) =>
    memberRules(
      node.discriminator,
      { ...member, required: required.filter((name) => !ofAll.includes(name)) },
      properties,
    ),
  );
  return {
    type: "object",
    properties: {
      [node.discriminator]: { ...description, type: "string", enum: members.map(({ value }) => value) },
      ...properties,
    },
    required: [node.discriminator, ...ofAll],
    ...(rules.length === 0 ? {} : { "x-kubernetes-validations": rules }),
  };
}

function describeDiscriminator(
  { members, discriminator }: UnionNode,
  context: SchemaContext,
): { description?: string } {
  const objects = members.map(({ type }) => resolveNode(context.model, type)).filter((node) => node.kind === "object");
  const descriptions = objects.map(
    ({ properties }) => properties.find(({ name }) => name === discriminator)?.description ?? "",
  );
  const description = descriptions.find((each) => each !== "");
  return description === undefined ? {} : { description };
}

function mergeProperties(
  members: readonly Member[],
  discriminator: string,
  context: SchemaContext,
): Record<string, JSONSchema> {
  const merged: Record<string, JSONSchema> = {};
  const owners = new Map<string, string>();
  for (const { value, properties } of members) {
    for (const [name, schema] of Object.entries(properties)) {
      if (name === discriminator) continue;
      const first = owners.get(name);
      if (first !== undefined && !deepEqual(merged[name], schema)) {
        const values = { name, first, second: value };
        context.diagnostics.push(
          crdProblem("crd/union-conflict", { values, position: context.position, path: context.path }),
        );
      }
      owners.set(name, first ?? value);
      if (first === undefined) setOwn(merged, name, schema);
    }
  }
  return merged;
}

/** Reports defaults of fields that not every member has: the API server would set them in objects of other members, and reject these. */
function reportDefaults(
  members: readonly Member[],
  properties: Readonly<Record<string, JSONSchema>>,
  context: SchemaContext,
): void {
  for (const [name, { default: value }] of Object.entries(properties)) {
    const without = members.find((member) => !Object.hasOwn(member.properties, name));
    if (value === undefined || without === undefined) continue;
    const values = { name, member: without.value };
    context.diagnostics.push(
      crdProblem("crd/union-default", { values, position: context.position, path: context.path }),
    );
  }
}

/** What must be set, and what must not, when the discriminator has the value of this member. */
function memberRules(
  discriminator: string,
  member: Member,
  all: Readonly<Record<string, JSONSchema>>,
): ValidationRule[] {
  const foreign = Object.keys(all).filter((name) => !Object.hasOwn(member.properties, name));
  const has = (name: string): string => `has(self.${celField(name)})`;
  const wanted = [...member.required.map(has), ...foreign.map((name) => `!${has(name)}`)];
  if (wanted.length === 0) return [];
  const parts = [
    ...(member.required.length > 0 ? [`${member.required.join(", ")} must be set`] : []),
    ...(foreign.length > 0 ? [`${foreign.join(", ")} must not be set`] : []),
  ];
  const rule = `self.${celField(discriminator)} != ${JSON.stringify(member.value)} || (${wanted.join(" && ")})`;
  return [{ rule, message: `when ${discriminator} is ${member.value}, ${parts.join(" and ")}` }];
}
