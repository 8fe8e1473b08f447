// The text of a committed report: what API Extractor says without comments (a change of documentation is no change of the
// API), notes and tool names. Declarations that users meet but cannot import are marked.
import ts from "typescript-6";
import type { RawReport } from "./extract.ts";

const fence = /```ts\n([\s\S]*)```/;
const notExported = "// not exported";

/** The declarations in a report, committed or raw. */
export function declarationsIn(report: string): string {
  return fence.exec(report)?.[1] ?? "";
}

/** Whether a file's content is a report. */
export function isReport(text: string): boolean {
  return fence.test(text) && parseErrors(declarationsIn(text)) === 0;
}

/** The report as it is committed. */
export function reportText(raw: RawReport): string {
  const packageName = raw.owner.name;
  const uncommented = withoutComments(declarationsIn(raw.text));
  const marked = withMarks(uncommented, raw.privateLines);
  const name = raw.entry.subpath === "." ? packageName : `${packageName}${raw.entry.subpath.slice(1)}`;
  return `# Public API of \`${name}\`

Names and types that users see. Written by \`pnpm run api-report\` from the built declarations; do not edit.

\`\`\`ts
${marked.replaceAll(/\n{3,}/g, "\n\n").trim()}
\`\`\`
`;
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Takes all comments out, but for tags such as `@deprecated`, which are part of what users are told by their tools. */
function withoutComments(text: string): string {
  const edits = [...commentRanges(parse(text)).values()].map(({ pos, end }): Edit => {
    const tags = (text.slice(pos, end).match(/^\/\/ (.*)$/)?.[1] ?? "").match(
      /@(?!public\b|packageDocumentation\b)\w+/g,
    );
    return tags === null ? withItsLine(text, pos, end) : { start: pos, end, text: `// ${tags.join(" ")}` };
  });
  return applyEdits(text, edits).replaceAll(/[ \t]+\n/g, "\n");
}

/** Takes a comment out, and its lines too when nothing else is on them. */
function withItsLine(text: string, pos: number, end: number): Edit {
  const lineStart = text.lastIndexOf("\n", pos - 1) + 1;
  const alone = text.slice(lineStart, pos).trim() === "" && text[end] === "\n";
  return alone ? { start: lineStart, end: end + 1, text: "" } : { start: pos, end, text: "" };
}

function commentRanges(file: ts.SourceFile): Map<number, ts.CommentRange> {
  const ranges = new Map<number, ts.CommentRange>();
  const visit = (node: ts.Node): void => {
    for (const range of ts.getLeadingCommentRanges(file.text, node.pos) ?? []) ranges.set(range.pos, range);
    for (const range of ts.getTrailingCommentRanges(file.text, node.end) ?? []) ranges.set(range.pos, range);
    for (const child of node.getChildren(file)) visit(child);
  };
  visit(file);
  return ranges;
}

function withMarks(text: string, privateLines: ReadonlyMap<string, readonly string[]>): string {
  const file = parse(text);
  const exported = exportedNames(file);
  const edits = file.statements.flatMap((statement): Edit[] => {
    const name = declaredName(statement);
    if (name === undefined) return [];
    const start = statement.getStart(file);
    if (!exported.has(name) && !isExported(statement)) return [{ start, end: start, text: `${notExported}\n` }];
    const lines = ts.isClassDeclaration(statement) ? (privateLines.get(name) ?? []) : [];
    if (!ts.isClassDeclaration(statement) || lines.length === 0) return [];
    const inside = statement.members.pos;
    return [{ start: inside, end: inside, text: lines.map((line) => `\n    ${line}`).join("") }];
  });
  return applyEdits(text, edits);
}

/** Names that are exported by a list, such as `export { a }`. */
function exportedNames(file: ts.SourceFile): ReadonlySet<string> {
  return new Set(
    file.statements.flatMap((statement) =>
      ts.isExportDeclaration(statement) && statement.exportClause && ts.isNamedExports(statement.exportClause)
        ? statement.exportClause.elements.map((element) => (element.propertyName ?? element.name).text)
        : [],
    ),
  );
}

/** The name that a statement declares, if it is a declaration. */
export function declaredName(statement: ts.Statement): string | undefined {
  if (ts.isVariableStatement(statement)) return statement.declarationList.declarations[0]?.name.getText();
  const named =
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isEnumDeclaration(statement) ||
    ts.isModuleDeclaration(statement);
  return named ? statement.name?.text : undefined;
}

/** Whether a statement has the keyword `export`. */
export function isExported(statement: ts.Statement): boolean {
  return (
    ts.canHaveModifiers(statement) &&
    (ts.getModifiers(statement) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
  );
}

/** The syntax of declarations. */
export function parse(text: string): ts.SourceFile {
  return ts.createSourceFile("report.ts", text, ts.ScriptTarget.Latest, true);
}

function parseErrors(text: string): number {
  return ts.transpileModule(text, { reportDiagnostics: true }).diagnostics?.length ?? 0;
}

function applyEdits(text: string, edits: readonly Edit[]): string {
  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((result, edit) => result.slice(0, edit.start) + edit.text + result.slice(edit.end), text);
}
