// The generated module that lists the hooks with several versions, each with the converters of its requests and responses.
import type { TypeId } from "@capstan/generator-model";
import { stringLiteral, valueLiteral } from "@capstan/generator-model/writing";
import { banner, converterName, type EmitContext } from "../modules/conversion-module.ts";
import { kebab } from "../modules/names.ts";
import type { KindConversions } from "../pairs/kind-conversions.ts";
import type { BodySide, HookBody, HookVersion, HookVersions } from "./hook-bodies.ts";

/** What the list is made of. */
export interface ListedHooks {
  readonly hooks: readonly HookVersions[];
  readonly bodies: ReadonlyMap<TypeId, HookBody>;
  readonly kinds: readonly KindConversions[];
}

/** Whether every version has the same types, so that nothing is converted. */
export function isOfOneType({ versions }: HookVersions): boolean {
  return [({ request }: HookVersion) => request, ({ response }: HookVersion) => response].every(
    (typeOfSide) => new Set(versions.map(typeOfSide)).size === 1,
  );
}

/** The module; versions of a hook without a conversion are left out. */
export function hookListModule({ hooks, bodies, kinds }: ListedHooks, { codegen }: EmitContext): string {
  const byType = new Map(
    kinds.flatMap((kind) =>
      [kind.hub, ...kind.pairs.flatMap(({ older, newer }) => [older, newer])].map(
        ({ definition }) => [definition.root, kind] as const,
      ),
    ),
  );
  const listed = hooks.flatMap((hook) => {
    const complete = ["request", "response"].every((side) => isBodySide(side) && isConverted(hook, side, byType));
    return complete ? [hook] : [];
  });
  const side = (hook: HookVersions, name: BodySide): string => {
    const types = hook.versions.map((version) => version[name]);
    const [kind] = types.flatMap((type) => byType.get(type) ?? []);
    const versions = Object.fromEntries(
      hook.versions.map((version) => [version.version, bodies.get(version[name])?.definition.apiVersion ?? ""]),
    );
    const converter = kind === undefined || new Set(types).size === 1 ? "" : `converter: ${converterName(kind)}, `;
    return `    ${name}: { ${converter}versions: ${valueLiteral(versions)} },`;
  };
  const entries = listed.map((hook) =>
    [
      "  {",
      `    group: ${stringLiteral(hook.group)},`,
      `    hook: ${stringLiteral(hook.name)},`,
      `    versions: ${valueLiteral(hook.versions.map(({ version }) => version))},`,
      side(hook, "request"),
      side(hook, "response"),
      "  },",
    ].join("\n"),
  );
  const text = entries.join("\n");
  const imports = kinds
    .filter((kind) => text.includes(`converter: ${converterName(kind)},`))
    .map((kind) => `import { ${converterName(kind)} } from ${stringLiteral(`./conversion-${kebab(kind.kind)}.ts`)};\n`);
  return `${banner}
import type { HookConversion } from ${stringLiteral(codegen)};
${imports.join("")}
/** Every hook with several versions, with the conversions between them: what extensions serve and callers call. */
export const hookConversions: readonly HookConversion[] = [
${text}
];
`;
}

function isBodySide(side: string): side is BodySide {
  return side === "request" || side === "response";
}

function isConverted(
  { versions }: HookVersions,
  side: BodySide,
  byType: ReadonlyMap<TypeId, KindConversions>,
): boolean {
  const types = new Set(versions.map((version) => version[side]));
  const kinds = new Set([...types].map((type) => byType.get(type)));
  return types.size === 1 || (kinds.size === 1 && !kinds.has(undefined));
}
