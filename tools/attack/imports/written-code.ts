// What a written TypeScript file holds, read by TypeScript's own parser.
import { ts } from "ts-morph";

/** What is wrong with a file of an import, which has two imports, types and one constant; undefined when nothing is. */
export function codeProblem(content: string): string | undefined {
  const { diagnostics = [] } = ts.transpileModule(content, { reportDiagnostics: true, fileName: "written.ts" });
  const [first] = diagnostics;
  if (first !== undefined) return `does not parse: ${ts.flattenDiagnosticMessageText(first.messageText, " ")}`;
  const { statements } = ts.createSourceFile("written.ts", content, ts.ScriptTarget.Latest, true);
  const shape = statements.map(({ kind }) => letters[kind] ?? "?").join("");
  return /^ii[td]+c$/.test(shape) ? undefined : `has the statements ${shape}`;
}

const letters: Readonly<Partial<Record<ts.SyntaxKind, string>>> = {
  [ts.SyntaxKind.ImportDeclaration]: "i",
  [ts.SyntaxKind.InterfaceDeclaration]: "d",
  [ts.SyntaxKind.TypeAliasDeclaration]: "t",
  [ts.SyntaxKind.VariableStatement]: "c",
};
