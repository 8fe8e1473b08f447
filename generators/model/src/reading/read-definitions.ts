// The definitions of one file: every `const x: X<...> = define*({...})`. Types are read when a definition refers to them.
import { isJsonObject, parseApiVersion, type JSONObject } from "@capstan/kube";
import { definers, type Definer } from "./definers.ts";
import type { ConstantSyntax, SourceSyntax, TypeSyntax, ValueSyntax } from "../syntax/syntax.ts";
import type {
  DeclaredConversion,
  Definition,
  DeclaredHook,
  DeclaredKind,
  ObjectIdentity,
  DeclaredTemplate,
  TypeNode,
} from "../type-model.ts";
import { objectBehind, documentation, report, type ModelReading } from "./reading.ts";
import { readMembers } from "./read-members.ts";
import { readStaticValue } from "./read-value.ts";

/** The definitions found so far, in the order of reading. */
export interface Definitions {
  readonly kinds: DeclaredKind[];
  readonly templates: DeclaredTemplate[];
  readonly hooks: DeclaredHook[];
  readonly conversions: DeclaredConversion[];
}

/** One definition about to be read. */
interface Found {
  readonly reading: ModelReading;
  readonly source: SourceSyntax;
  readonly constant: ConstantSyntax;
  readonly call: Extract<ValueSyntax, { kind: "call" }>;
  readonly name: string;
  readonly definer: Definer;
}

/** Adds the definitions of a file to `definitions`. */
export function readDefinitions(reading: ModelReading, source: SourceSyntax, definitions: Definitions): void {
  for (const constant of source.constants.values()) {
    const { value: call } = constant;
    const name = call?.kind === "call" ? definerName(source, call.callee) : undefined;
    const definer = name === undefined ? undefined : definers[name];
    if (call?.kind !== "call" || name === undefined || definer === undefined) continue;
    const found = { reading, source, constant, call, name, definer };
    if (!constant.exported) report(reading, "model/not-exported", { ...at(found), values: { name: constant.name } });
    readers[definer.makes](found, definitions);
  }
}

/** The name of the definer that a call is of: imported from a Capstan package, under any local name. */
function definerName(source: SourceSyntax, callee: readonly string[]): string | undefined {
  const [first = "", member] = callee;
  const imported = source.imports.get(first);
  const found = imported?.from.startsWith("@capstan/") === true ? imported : undefined;
  const name = found?.imported === "*" ? member : member === undefined ? found?.imported : undefined;
  return name !== undefined && Object.hasOwn(definers, name) ? name : undefined;
}

const readers: Readonly<Record<Definer["makes"], (found: Found, definitions: Definitions) => void>> = {
  kind: readKind,
  template: readTemplate,
  hook: readHook,
  conversion: readConversion,
};

function at({ source, constant }: Found): { source: SourceSyntax; range: ConstantSyntax["range"] } {
  return { source, range: constant.range };
}

function readKind(found: Found, { kinds }: Definitions): void {
  const { reading } = found;
  const common = readCommon(found, found.call.args[0]);
  const [root] = annotated(found, 1) ?? [];
  if (common === undefined || root === undefined) return;
  const identity = identityOf(found, common.options);
  const object = objectBehind(reading, root);
  if (identity === undefined || root.kind !== "ref") return;
  if (object?.identity === undefined)
    return report(reading, "model/root-object", {
      ...at(found),
      values: { name: reading.types.get(root.type)?.name ?? "the type" },
    });
  for (const field of ["apiVersion", "kind"] as const) {
    const [given, wanted] = [identity[field], object.identity[field]];
    const values = { field, given, wanted, root: root.type };
    if (given !== wanted) report(reading, "model/identity", { ...at(found), values });
  }
  kinds.push({ ...common, ...identity, ...parseApiVersion(identity.apiVersion), root: root.type });
}

/** Of a template's own type only the status is read: the rest of its schema follows from the kind's. */
function readTemplate(found: Found, { templates }: Definitions): void {
  const { reading, source, call } = found;
  const [of, options] = call.args;
  const name = of?.kind === "name" ? of.name : [];
  const place = reading.sources.locate(source, name);
  const constant = "source" in place ? place.source.constants.get(place.name) : undefined;
  const literal = constant?.value?.kind === "call" ? constant.value.args[0] : undefined;
  const given =
    "source" in place && literal !== undefined ? readStaticValue(reading, literal, place)?.value : undefined;
  const identity = identityOf(found, isJsonObject(given) ? given : {}, "model/template-of");
  const common = readCommon(found, options ?? { kind: "object", entries: [], range: call.range });
  if (common === undefined || identity === undefined) return;
  const omit = common.options["omit"];
  const own: ObjectIdentity = { apiVersion: identity.apiVersion, kind: `${identity.kind}Template` };
  const names = Array.isArray(omit) ? omit.filter((field) => typeof field === "string") : [];
  templates.push({
    ...describedByAlias(found, common),
    ...own,
    ...parseApiVersion(own.apiVersion),
    of: identity,
    omit: names,
    ...statusOfTemplate(found),
  });
}

/** The status that an interface adds to `TemplateOf`. */
function statusOfTemplate({ reading, source, constant: { annotation } }: Found): Pick<DeclaredTemplate, "status"> {
  const [root] = annotation?.kind === "reference" ? annotation.args : [];
  const place = root?.kind === "reference" ? reading.sources.locate(source, root.name) : undefined;
  if (place === undefined || !("source" in place)) return {};
  const declaration = place.source.types.get(place.name)?.at(0);
  if (declaration?.kind !== "interface") return {};
  const members = declaration.members.filter((member) => member.kind === "property" && member.name === "status");
  const scope = { source: place.source, parameters: new Map<string, TypeNode>(), depth: 0 };
  const node = readMembers(reading, members, scope);
  const status = node.kind === "object" ? node.properties.at(0) : undefined;
  return status === undefined ? {} : { status };
}

/** The alias of the same name is where authors document a template. */
function describedByAlias({ reading, source, constant }: Found, common: Definition): Definition {
  const [alias] = source.types.get(constant.name) ?? [];
  if (common.description !== "" || alias === undefined) return common;
  const { description, tags } = documentation(reading, alias, source);
  return { ...common, description, tags };
}

function readHook(found: Found, { hooks }: Definitions): void {
  const common = readCommon(found, found.call.args[0]);
  const [request, response] = annotated(found, 2) ?? [];
  if (common !== undefined && request !== undefined && response !== undefined)
    hooks.push({ ...common, request, response });
}

function readConversion(found: Found, { conversions }: Definitions): void {
  const common = readCommon(found, found.call.args[0]);
  const [older, newer] = annotated(found, 2) ?? [];
  if (common !== undefined && older !== undefined && newer !== undefined) conversions.push({ ...common, older, newer });
}

function readCommon(found: Found, argument: ValueSyntax | undefined): Definition | undefined {
  const { reading, source, constant, name, definer } = found;
  const read = argument && readStaticValue(reading, argument, { source, functionsAt: definer.functionsAt });
  if (argument !== undefined && read === undefined) return undefined;
  if (read === undefined || !isJsonObject(read.value)) {
    report(reading, "model/definition-arguments", { ...at(found), values: { definer: name, wanted: definer.takes } });
    return undefined;
  }
  return {
    name: constant.name,
    module: source.name,
    definer: name,
    options: read.value,
    optionPositions: read.positions,
    ...(definer.functionsAt === undefined ? {} : { functionLiterals: read.literals }),
    ...documentation(reading, constant, source),
  };
}

/** The types in the constant's annotation, `X<A, B>`. */
function annotated(found: Found, count: number): readonly TypeNode[] | undefined {
  const { reading, source, constant, name, definer } = found;
  const annotation: TypeSyntax | undefined = constant.annotation;
  const args = annotation?.kind === "reference" ? annotation.args : [];
  if (args.length === count) {
    const scope = { source, parameters: new Map<string, TypeNode>(), depth: 0 };
    return args.map((argument) => reading.readType(argument, scope));
  }
  const values = { name: constant.name, wanted: definer.annotation, definer: name };
  report(reading, "model/annotation", { ...at(found), values });
  return undefined;
}

function identityOf(
  found: Found,
  options: JSONObject,
  code: "model/template-of" | "model/definition-arguments" = "model/definition-arguments",
): ObjectIdentity | undefined {
  const { apiVersion, kind } = options;
  if (typeof apiVersion === "string" && typeof kind === "string") return { apiVersion, kind };
  const [of] = found.call.args;
  const name = of?.kind === "name" ? of.name.join(".") : "";
  report(found.reading, code, { ...at(found), values: { definer: found.name, wanted: found.definer.takes, name } });
  return undefined;
}
