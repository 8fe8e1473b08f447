// A name as a type: a type parameter, a scalar of @capstan/kube, a declaration (in this file or imported), a utility type, or a type of
// JavaScript that JSON does not have. Each declaration becomes one named type.
import { didYouMean, nearestOf } from "@capstan/kube";
import { javascriptTypes, kubeNodes, scalarPackage, wellKnownTypes } from "./scalars.ts";
import type { NotFound, Place } from "../syntax/source-set.ts";
import type { AliasSyntax, InterfaceSyntax, TypeDeclarationSyntax, TypeSyntax } from "../syntax/syntax.ts";
import type { ObjectIdentity, ObjectNode, TypeId, TypeNode } from "../type-model.ts";
import { mergeParts, overrideProperties, readBase, readMembers } from "./read-members.ts";
import { readDiscriminated } from "./read-union.ts";
import {
  allocateId,
  behind,
  describeNode,
  documentation,
  reject,
  report,
  type ModelReading,
  type Scope,
  unread,
} from "./reading.ts";
import { isUtilityType, readUtilityType } from "./utility-types.ts";

type ReferenceSyntax = Extract<TypeSyntax, { kind: "reference" }>;

/** Generics nested deeper than this refer to themselves with different arguments every time. */
const deepest = 40;

/** Sets of arguments that generics are used with. Each becomes a type; two uses inside each other double them at every level. */
const mostGenerics = 2000;

/** Reads a reference to a type. */
export function readReference(reading: ModelReading, syntax: ReferenceSyntax, scope: Scope): TypeNode {
  const [first = ""] = syntax.name;
  const parameter = syntax.name.length === 1 ? scope.parameters.get(first) : undefined;
  if (parameter !== undefined) return parameter;
  const place = reading.sources.locate(scope.source, syntax.name);
  if ("source" in place) return readDeclared(reading, place, { syntax, scope });
  if (place.missing === "name" && isUtilityType(first)) return readUtilityType(reading, syntax, scope);
  return reportMissing(reading, place, { syntax, scope });
}

interface Use {
  readonly syntax: ReferenceSyntax;
  readonly scope: Scope;
}

function reportMissing(reading: ModelReading, { missing, what }: NotFound, { syntax, scope }: Use): TypeNode {
  const at = { source: scope.source, range: syntax.range };
  const name = syntax.name.join(".");
  const instead = missing === "name" && Object.hasOwn(javascriptTypes, name) ? javascriptTypes[name] : undefined;
  if (instead !== undefined)
    return reject(reading, "model/javascript-type", { ...at, values: { type: name, instead } });
  if (missing === "import") return reject(reading, "model/unresolved-import", { ...at, values: { module: what } });
  if (missing === "default") return reject(reading, "model/default-export", { ...at, values: { name } });
  const known = [...scope.source.types.keys(), ...scope.source.imports.keys()];
  const near = missing === "name" ? nearestOf(name, known) : undefined;
  return reject(reading, "model/unknown-type", { ...at, values: { name, suggestion: didYouMean(near) } });
}

function readDeclared(reading: ModelReading, place: Place, use: Use): TypeNode {
  const { source, name } = place;
  const builtin = source.package === scalarPackage && Object.hasOwn(kubeNodes, name) ? kubeNodes[name] : undefined;
  if (builtin !== undefined) return builtin;
  const declarations = source.types.get(name) ?? [];
  const [declaration] = declarations;
  const at = { source: use.scope.source, range: use.syntax.range };
  if (declaration === undefined)
    return reject(reading, "model/unknown-type", {
      ...at,
      values: { name: use.syntax.name.join("."), suggestion: "" },
    });
  if (declarations.length > 1) return reject(reading, "model/merged-declaration", { ...at, values: { name } });
  if (!isReadable(declaration)) return reject(reading, `model/${declaration.kind}`, { ...at, values: { name } });
  return instantiate(reading, { declaration, source: place.source }, use);
}

type Readable = InterfaceSyntax | AliasSyntax;

function isReadable(declaration: TypeDeclarationSyntax): declaration is Readable {
  return declaration.kind === "interface" || declaration.kind === "alias";
}

interface Declared {
  readonly declaration: Readable;
  readonly source: Scope["source"];
}

/** Reads a declaration with the arguments it is used with; once for each set of arguments. */
function instantiate(reading: ModelReading, { declaration, source }: Declared, { syntax, scope }: Use): TypeNode {
  const args = readArguments(reading, { declaration, source }, { syntax, scope });
  if (args === undefined) return { kind: "open", open: "value" };
  const given = [...args.values()];
  const key = JSON.stringify([source.file, declaration.name, given]);
  const known = reading.ids.get(key);
  if (known !== undefined) return { kind: "ref", type: known };
  const at = { source: scope.source, range: syntax.range };
  if (scope.depth > deepest)
    return reject(reading, "model/endless-generic", { ...at, values: { name: declaration.name } });
  if (given.length > 0 && reading.generics.count++ >= mostGenerics) {
    // One diagnostic is reported for all.
    if (reading.generics.count > mostGenerics + 1) return unread;
    return reject(reading, "model/too-many-generics", {
      ...at,
      values: { name: declaration.name, limit: mostGenerics },
    });
  }
  const shown = given.length === 0 ? "" : `<${given.map((node) => describeNode(reading, node)).join(", ")}>`;
  const name = declaration.name + shown;
  const id = allocateId(reading, name);
  reading.ids.set(key, id);
  const inner = { source, parameters: args, depth: scope.depth + (given.length === 0 ? 0 : 1) };
  const docs = documentation(reading, declaration, source);
  const type =
    declaration.kind === "interface"
      ? readInterface(reading, declaration, inner)
      : readAlias(reading, declaration, inner);
  const wellKnown = source.package === scalarPackage ? wellKnownTypes[declaration.name] : undefined;
  reading.types.set(id, {
    id,
    name,
    module: source.name,
    ...(source.package !== undefined && { package: source.package }),
    ...(wellKnown !== undefined && { wellKnown }),
    ...docs,
    type,
  });
  return leadsToItself(reading, id)
    ? reject(reading, "model/circular-alias", { source, range: declaration.range, values: { name } })
    : { kind: "ref", type: id };
}

/** Whether an alias refers to itself, directly or through other aliases. What was followed once is skipped: aliases can be a long chain. */
function leadsToItself(reading: ModelReading, id: TypeId): boolean {
  const passed = new Set<TypeId>();
  let end = id;
  for (let next: TypeId | undefined = id; next !== undefined; next = reading.ends.get(end) ?? aliased(reading, end)) {
    if (passed.has(next)) return next === id;
    passed.add(next);
    end = next;
  }
  passed.delete(end);
  for (const type of passed) reading.ends.set(type, end);
  return false;
}

/** The type that an alias is another name of. */
function aliased(reading: ModelReading, id: TypeId): TypeId | undefined {
  let node = reading.types.get(id)?.type;
  while (node?.kind === "nullable") node = node.of;
  return node?.kind === "ref" ? node.type : undefined;
}

function readArguments(
  reading: ModelReading,
  { declaration, source }: Declared,
  { syntax, scope }: Use,
): Map<string, TypeNode> | undefined {
  const { parameters, name } = declaration;
  const least = parameters.filter(({ fallback }) => fallback === undefined).length;
  const given = syntax.args.length;
  if (given < least || given > parameters.length) {
    const wanted = least === parameters.length ? String(least) : `${least} to ${parameters.length}`;
    report(reading, "model/generic-arguments", {
      source: scope.source,
      range: syntax.range,
      values: { name, wanted, given },
    });
    return undefined;
  }
  const args = new Map<string, TypeNode>();
  for (const [i, parameter] of parameters.entries()) {
    const argument = syntax.args[i];
    const own = { source, parameters: args, depth: scope.depth };
    if (argument !== undefined) args.set(parameter.name, reading.readType(argument, scope));
    else if (parameter.fallback !== undefined) args.set(parameter.name, reading.readType(parameter.fallback, own));
  }
  return args;
}

function readAlias(reading: ModelReading, declaration: AliasSyntax, scope: Scope): TypeNode {
  const marked = declaration.comment !== undefined && /@union\b/.test(declaration.comment.text);
  return marked ? readDiscriminated(reading, declaration.type, scope) : reading.readType(declaration.type, scope);
}

function readInterface(reading: ModelReading, declaration: InterfaceSyntax, scope: Scope): TypeNode {
  const own = readMembers(reading, declaration.members, scope);
  if (declaration.bases.length === 0) return own;
  const identity = declaration.bases
    .map((base) => identityOf(reading, base, scope))
    .find((found) => found !== undefined);
  const bases = declaration.bases.filter((base) => identityOf(reading, base, scope) === undefined);
  const parts = bases.map((base) => readBase(reading, base, scope)).filter((part) => part !== undefined);
  const merged: ObjectNode = mergeParts(reading, parts, { scope, range: declaration.range });
  const base = identity === undefined ? merged : { ...merged, identity };
  return own.kind === "object" ? overrideProperties(base, own.properties) : own;
}

/** The identity that a base gives: `KubeObject` of @capstan/kube with two literal arguments. */
function identityOf(reading: ModelReading, base: TypeSyntax, scope: Scope): ObjectIdentity | undefined {
  if (base.kind !== "reference" || base.args.length !== 2 || !isKubeObject(reading, base, scope)) return undefined;
  const [apiVersion, kind] = base.args.map((argument) => literalText(reading, argument, scope));
  return apiVersion === undefined || kind === undefined ? undefined : { apiVersion, kind };
}

function isKubeObject(reading: ModelReading, base: ReferenceSyntax, scope: Scope): boolean {
  const place = reading.sources.locate(scope.source, base.name);
  return "source" in place && place.source.package === scalarPackage && place.name === "KubeObject";
}

function literalText(reading: ModelReading, syntax: TypeSyntax, scope: Scope): string | undefined {
  const node = behind(reading, reading.readType(syntax, scope));
  const [value, ...more] = node?.kind === "enum" ? node.values : [];
  return typeof value === "string" && more.length === 0 ? value : undefined;
}
