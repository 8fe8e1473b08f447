// The program that lets tsc compare a name: small functions at the end of the old module, each with two assignments. Generic
// types are compared on the same type parameters, and once more on their defaults.
import ts from "typescript-6";
import { innerBases, type ApiModule } from "./api-module.ts";
import { constructorName } from "./module-text.ts";
import { newSide } from "./program.ts";

/** What of a name is compared. */
export type CheckKind = "value" | "constructor" | "type" | "defaults";

/** One function of the generated program. */
export interface Check {
  readonly functionName: string;
  readonly name: string;
  readonly kind: CheckKind;
  readonly text: string;
}

/** What a name means, as the compiler sees it. */
export interface Meaning {
  readonly value: boolean;
  readonly type: boolean;
  readonly typeParameters: readonly ts.TypeParameterDeclaration[];
}

/** A name that both sides export, and what it means on the old one. */
export interface Compared {
  readonly name: string;
  readonly meaning: Meaning;
  readonly both: { readonly value: boolean; readonly type: boolean };
}

/** A check before its function has a name. */
interface NamelessCheck extends Pick<Check, "name" | "kind"> {
  readonly textOf: (functionName: string) => string;
}

const newModule = "$new";

/** The checks of an entry's names, and the statements that hold them. */
export function checksOf(modules: { old: ApiModule; new: ApiModule }, names: readonly Compared[]): Check[] {
  const checks = names.flatMap((compared) => {
    const { name, both, meaning } = compared;
    const local = modules.old.exports.get(name) ?? name;
    return [
      ...(both.value ? [valueCheck(name, { local, other: name, kind: "value" })] : []),
      ...constructorsOf(modules, compared).map((made) =>
        valueCheck(name, { local: made, other: made, kind: "constructor" }),
      ),
      ...(both.type ? typeChecks(name, local, meaning) : []),
    ];
  });
  return checks.map(({ name, kind, textOf }, index) => {
    const functionName = `$check_${index}`;
    return { name, kind, functionName, text: textOf(functionName) };
  });
}

/** The statements to append to the old module. */
export function checkStatements(id: string, checks: readonly Check[]): string {
  return [`import * as ${newModule} from "${newSide}${id}";`, ...checks.map(({ text }) => text), ""].join("\n");
}

function valueCheck(
  name: string,
  what: { local: string; other: string; kind: "value" | "constructor" },
): NamelessCheck {
  const [old, now] = [what.local, `${newModule}.${what.other}`];
  return {
    name,
    kind: what.kind,
    textOf: (functionName) =>
      `function ${functionName}(): void { const toOld: typeof ${old} = ${now}; const toNew: typeof ${now} = ${old}; }`,
  };
}

/** The constructor of a class, and of its bases that are not exported: those users call too. */
function constructorsOf(modules: { old: ApiModule; new: ApiModule }, { name }: Compared): string[] {
  const hasOne = (module: ApiModule, local: string): boolean =>
    module.declarations.get(local)?.nodes.some(hasConstructor) ?? false;
  const chain = baseChain(modules.old, modules.old.exports.get(name) ?? name);
  return chain.filter((local) => hasOne(modules.old, local) && hasOne(modules.new, local)).map(constructorName);
}

function baseChain(module: ApiModule, local: string): string[] {
  return [local, ...innerBases(module, local).flatMap((base) => baseChain(module, base))];
}

function hasConstructor(node: ts.Statement): boolean {
  const hidden = (member: ts.ConstructorDeclaration): boolean =>
    (member.modifiers ?? []).some(({ kind }) => kind === ts.SyntaxKind.PrivateKeyword);
  return ts.isClassDeclaration(node) && node.members.filter(ts.isConstructorDeclaration).some((made) => !hidden(made));
}

function typeChecks(name: string, local: string, { typeParameters }: Meaning): NamelessCheck[] {
  const check = (kind: CheckKind, used: readonly ts.TypeParameterDeclaration[]): NamelessCheck => {
    // A function's type parameters have no variance.
    const declaration = (one: ts.TypeParameterDeclaration): string => one.getText().replace(/^(?:(?:in|out) )+/, "");
    const declared = used.length === 0 ? "" : `<${used.map(declaration).join(", ")}>`;
    const given = used.length === 0 ? "" : `<${used.map((one) => one.name.text).join(", ")}>`;
    const [old, now] = [`${local}${given}`, `${newModule}.${name}${given}`];
    return {
      name,
      kind,
      textOf: (functionName) =>
        `function ${functionName}${declared}(o: ${old}, n: ${now}): void { const toOld: ${old} = n; const toNew: ${now} = o; }`,
    };
  };
  const withoutDefault = typeParameters.filter((one) => one.default === undefined);
  return [
    check("type", typeParameters),
    ...(withoutDefault.length < typeParameters.length ? [check("defaults", withoutDefault)] : []),
  ];
}
