// What an exported name means: a value, a type, both; its type parameters; whether other objects can stand for its instances.
// Called before names are compared, because each meaning is compared in its own way.
import ts from "typescript-6";
import { isClosedClass, type ApiModule } from "./api-module.ts";
import type { Verdict } from "./verdict.ts";

/** What a name means to the compiler. */
export interface Meant {
  readonly value: boolean;
  readonly type: boolean;
  readonly namespace: boolean;
  readonly closed: boolean;
  readonly typeParameters: readonly ts.TypeParameterDeclaration[];
}

/** What follows from the meanings alone. */
export function meaningNotes(from: Meant, to: Meant): Verdict[] {
  const notes: Verdict[] = [];
  for (const [kind, words] of [
    ["value", "a value"],
    ["type", "a type"],
  ] as const) {
    if (from[kind] && !to[kind]) notes.push({ size: "major", why: [`it is no longer ${words}`] });
    if (!from[kind] && to[kind]) notes.push({ size: "minor", why: [`it is now ${words} too`] });
  }
  if (from.namespace || to.namespace)
    notes.push({ size: "major", why: ["it cannot be decided: the members of a namespace are not compared"] });
  if (!from.closed && to.closed)
    notes.push({ size: "major", why: ["it has private members now: no other object can stand for it"] });
  const text = ({ typeParameters }: Meant): string => typeParameters.map((one) => one.getText()).join(", ");
  if (text(from) !== text(to))
    notes.push({ size: "minor", why: [`its type parameters are <${text(to)}>, not <${text(from)}>`] });
  return notes;
}

/** The meanings of what a module exports. */
export function meanings(program: ts.Program, file: string, module: ApiModule): Map<string, Meant> {
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(file);
  const symbolOfModule = source === undefined ? undefined : checker.getSymbolAtLocation(source);
  const exported = symbolOfModule === undefined ? [] : checker.getExportsOfModule(symbolOfModule);
  return new Map(
    exported.map((symbol) => {
      const closed = isClosedClass(module, module.exports.get(symbol.name) ?? symbol.name);
      return [symbol.name, { ...meaningOf(checker, symbol), closed }];
    }),
  );
}

function meaningOf(checker: ts.TypeChecker, symbol: ts.Symbol): Omit<Meant, "closed"> {
  const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  const has = (flags: ts.SymbolFlags): boolean => (target.flags & flags) !== 0;
  const declarations = target.declarations ?? [];
  const generic = declarations.find(
    (node) => ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isClassDeclaration(node),
  );
  return {
    value: has(ts.SymbolFlags.Value) && !has(ts.SymbolFlags.NamespaceModule),
    type: has(ts.SymbolFlags.Type),
    namespace: has(ts.SymbolFlags.Namespace & ~ts.SymbolFlags.Enum),
    typeParameters: generic?.typeParameters ?? [],
  };
}
