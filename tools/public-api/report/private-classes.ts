// Finds the private members of exported classes. API Extractor leaves them out of a report, but they decide whether a user's
// own object can stand for the class and whether users may construct it, so the report says so, as tsc does in declarations.
import ts from "typescript-6";

/** The lines to say in a class, by the name under which an entry exports it; `program` is API Extractor's, of the same TypeScript. */
export function privateLines(program: unknown, entryFile: string): ReadonlyMap<string, readonly string[]> {
  const compiled = program as ts.Program;
  const checker = compiled.getTypeChecker();
  const file = compiled.getSourceFile(entryFile);
  const entry = file === undefined ? undefined : checker.getSymbolAtLocation(file);
  const exported = entry === undefined ? [] : checker.getExportsOfModule(entry);
  return new Map(exported.map((symbol) => [symbol.name, linesOf(checker, symbol)]));
}

function linesOf(checker: ts.TypeChecker, symbol: ts.Symbol): string[] {
  const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  const members = (target.declarations ?? []).filter(ts.isClassDeclaration).flatMap((node) => [...node.members]);
  const hidden = members.filter(isPrivate);
  const constructors = hidden.filter(ts.isConstructorDeclaration);
  return [
    ...(hidden.length > constructors.length ? ["#private;"] : []),
    ...(constructors.length > 0 ? ["private constructor();"] : []),
  ];
}

function isPrivate(member: ts.ClassElement): boolean {
  if (member.name !== undefined && ts.isPrivateIdentifier(member.name)) return true;
  return (ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Private) !== 0;
}
