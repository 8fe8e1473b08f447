// Errors in what an entry declares: a name that is not found is `any` to tsc, which fits everything, so nothing is decided.
import ts from "typescript-6";
import type { CompareCompiler } from "./program.ts";

/** Errors that leave types as they are: what the strict rewriting of methods causes between a class or interface and its base. */
const harmless = new Set([2415, 2416, 2417, 2420, 2425, 2426, 2430, 2344]);

/** The first error in what an entry declares, or in what it depends on, on either side. */
export function ownErrors(compiler: CompareCompiler, program: ts.Program, id: string): string | undefined {
  const seen = new Set<ts.SourceFile>();
  const visit = (file: ts.SourceFile | undefined): void => {
    const imports = file === undefined || seen.has(file) ? undefined : compiler.importsOf(file);
    if (file === undefined || imports === undefined) return;
    seen.add(file);
    for (const imported of imports) visit(program.getSourceFile(imported));
  };
  for (const side of ["old", "new"] as const) visit(program.getSourceFile(compiler.fileOf(side, id)));
  const errors = [...seen].flatMap((file) => [
    ...program.getSyntacticDiagnostics(file),
    ...program.getSemanticDiagnostics(file).filter(({ code }) => !harmless.has(code)),
  ]);
  const [first] = errors;
  return first === undefined ? undefined : ts.flattenDiagnosticMessageText(first.messageText, "\n").split("\n")[0];
}
