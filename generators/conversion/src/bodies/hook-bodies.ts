// The requests and responses of hooks as kinds, so that conversions between their versions are checked, planned and proved as those of
// kinds are. The type of a body has the apiVersion of a hook that uses it; several hooks may share one.
import {
  resolveNode,
  typeOf,
  type DeclaredConversion,
  type DeclaredHook,
  type DeclaredKind,
  type NamedType,
  type TypeId,
  type TypeModel,
  type TypeNode,
} from "@capstan/generator-model";
import { compareApiVersions, parseApiVersion } from "@capstan/kube";

/** Which data of a hook a type is for. */
export type BodySide = "request" | "response";

/** The type of a request or response, as a kind. */
export interface HookBody {
  readonly definition: DeclaredKind;
  readonly type: TypeId;
  /** A hook that uses it, in small letters, as paths have it. */
  readonly hook: string;
  readonly side: BodySide;
}

/** A hook with several versions. */
export interface HookVersions {
  readonly group: string;
  readonly name: string;
  /** The newest first. */
  readonly versions: readonly HookVersion[];
}

/** One version of a hook, and the types of its bodies. */
export interface HookVersion {
  readonly version: string;
  readonly definition: DeclaredHook;
  readonly request: TypeId;
  readonly response: TypeId;
}

/** The hooks of a model that have several versions. */
export function hooksOfManyVersions(model: TypeModel): readonly HookVersions[] {
  const all = model.hooks.map((definition) => {
    const { apiVersion, name } = definition.options;
    // The compiler has checked the options against defineHook.
    if (typeof apiVersion !== "string" || typeof name !== "string")
      throw new Error("a hook has no apiVersion or no name");
    const { group, version } = parseApiVersion(apiVersion);
    const [request, response] = [idOf(definition.request), idOf(definition.response)];
    return { group, name, version, definition, request, response };
  });
  return [...Map.groupBy(all, ({ group, name }) => `${group}/${name}`).values()].flatMap((versions) => {
    const [first] = versions;
    if (first === undefined || versions.length < 2) return [];
    const { group, name } = first;
    return [{ group, name, versions: versions.toSorted((a, b) => compareApiVersions(a.version, b.version)) }];
  });
}

/** The type of a request or response; the reader has made sure that it has a name. */
function idOf(node: TypeNode): TypeId {
  if (node.kind !== "ref") throw new Error(`a hook's request or response is ${node.kind}, not a named type`);
  return node.type;
}

/** One use of a type by a hook. */
interface BodyUse {
  readonly type: TypeId;
  readonly group: string;
  readonly hook: string;
  readonly side: BodySide;
  readonly version: HookVersion;
}

/** The types of all bodies of the hooks, each once. */
export function hookBodies(model: TypeModel, hooks: readonly HookVersions[]): ReadonlyMap<TypeId, HookBody> {
  const uses = hooks.flatMap(({ group, name, versions }) =>
    versions.flatMap((version) =>
      (["request", "response"] as const).map((side): BodyUse => ({
        type: version[side],
        group,
        hook: name,
        side,
        version,
      })),
    ),
  );
  const byType = Map.groupBy(uses, ({ type }) => type);
  return new Map(
    [...byType].flatMap(([type, [first, ...others]]) => {
      if (first === undefined) return [];
      const isShared = others.some(({ hook, side }) => hook !== first.hook || side !== first.side);
      const kind = isShared
        ? typeOf(model, type).name
        : `${first.hook}${first.side === "request" ? "Request" : "Response"}`;
      return [
        [type, { definition: kindOf(model, first, kind), type, hook: first.hook.toLowerCase(), side: first.side }],
      ];
    }),
  );
}

/** A type of one hook has the kind of its requests or responses; one that several hooks share has its own name. */
function kindOf(
  model: TypeModel,
  { group, type, version: { version, definition } }: BodyUse,
  kind: string,
): DeclaredKind {
  const { description, tags, position, module } = typeOf(model, type);
  const apiVersion = `${group}/${version}`;
  const named = { name: definition.name, module, definer: definition.definer, description, tags, position };
  return { ...named, options: {}, optionPositions: {}, apiVersion, group, version, kind, root: type };
}

/** What is converted: kinds, and bodies of hooks. */
export interface SplitModel {
  readonly kinds: TypeModel;
  /** The bodies as kinds. */
  readonly bodies: TypeModel;
}

/** A model in two parts, by what its conversions are between. */
export function splitModel(model: TypeModel, bodies: ReadonlyMap<TypeId, HookBody>): SplitModel {
  const isOfBodies = ({ older, newer }: DeclaredConversion): boolean =>
    [older, newer].some((node) => node.kind === "ref" && bodies.has(node.type));
  const ofBodies = model.conversions.filter(isOfBodies);
  const converted = new Set(
    ofBodies.flatMap(({ older, newer }) => [older, newer].flatMap((node) => (node.kind === "ref" ? [node.type] : []))),
  );
  const types = [...bodies.values()].map(({ type, definition }) => [type, asKind(model, type, definition)] as const);
  return {
    kinds: { ...model, conversions: model.conversions.filter((conversion) => !isOfBodies(conversion)) },
    bodies: {
      kinds: [...bodies.values()].filter(({ type }) => converted.has(type)).map(({ definition }) => definition),
      templates: [],
      hooks: [],
      conversions: ofBodies,
      types: { ...model.types, ...Object.fromEntries(types) },
    },
  };
}

/** The type of a body with the identity of its kind. */
function asKind(model: TypeModel, id: TypeId, { apiVersion, kind }: DeclaredKind): NamedType {
  const named = typeOf(model, id);
  const node = resolveNode(model, named.type);
  if (node.kind !== "object") return named;
  return { ...named, type: { ...node, identity: { apiVersion, kind } } };
}
