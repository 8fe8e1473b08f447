// The strings and numbers that a function of a definition compares with or returns: those in its own code, and in constants and functions of
// the same file that it names.
import type { FunctionLiteral } from "../type-model.ts";
import type { FunctionUses, SourceSyntax, ValueSyntax } from "../syntax/syntax.ts";

/** The literals of a function, which may be a name. */
export function literalsOf(source: SourceSyntax, syntax: ValueSyntax): readonly FunctionLiteral[] {
  const found = new Set<FunctionLiteral>();
  const seen = new Set<string>();
  const addUses = ({ literals, names }: FunctionUses): void => {
    for (const literal of literals) found.add(literal);
    for (const name of names) addName(name);
  };
  const addName = (name: string): void => {
    if (seen.has(name)) return;
    seen.add(name);
    const uses = source.functions.get(name);
    const value = source.constants.get(name)?.value;
    if (uses !== undefined) addUses(uses);
    if (value !== undefined) add(value);
  };
  const add = (value: ValueSyntax): void => {
    if (value.kind === "literal" && (typeof value.value === "string" || typeof value.value === "number"))
      found.add(value.value);
    if (value.kind === "computed" && value.uses !== undefined) addUses(value.uses);
    if (value.kind === "name") addName(value.name[0] ?? "");
    if (value.kind === "spread") add(value.of);
    if (value.kind === "array") for (const element of value.elements) add(element);
    if (value.kind === "call") for (const argument of value.args) add(argument);
    if (value.kind !== "object") return;
    // The keys of a table are values that a function looks up.
    for (const { key, value: entry } of value.entries) {
      if (key !== undefined) found.add(key);
      add(entry);
    }
  };
  add(syntax);
  return [...found];
}
