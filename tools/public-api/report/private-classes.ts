// Finds exported classes that have private members. API Extractor leaves those out of a report, but they decide whether a
// user's own object can stand for the class, so the report says so again with `#private;`, as tsc does in declarations.
import ts from "typescript-6";

/** Names under which an entry exports such classes; `program` is API Extractor's, of the same TypeScript. */
export function classesWithPrivates(program: unknown, entryFile: string): ReadonlySet<string> {
  const compiled = program as ts.Program;
  const checker = compiled.getTypeChecker();
  const file = compiled.getSourceFile(entryFile);
  const entry = file === undefined ? undefined : checker.getSymbolAtLocation(file);
  const exported = entry === undefined ? [] : checker.getExportsOfModule(entry);
  return new Set(exported.filter((symbol) => hasPrivates(checker, symbol)).map((symbol) => symbol.name));
}

function hasPrivates(checker: ts.TypeChecker, symbol: ts.Symbol): boolean {
  const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  return (target.declarations ?? []).some(
    (declaration) => ts.isClassDeclaration(declaration) && declaration.members.some(isPrivate),
  );
}

function isPrivate(member: ts.ClassElement): boolean {
  if (member.name !== undefined && ts.isPrivateIdentifier(member.name)) return true;
  return (ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Private) !== 0 && !ts.isConstructorDeclaration(member);
}
