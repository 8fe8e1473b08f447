// One check of the generated program to a verdict: which assignments tsc rejected, and what else the walk found.
import ts from "typescript-6";
import type { Check } from "./checks.ts";
import type { Size } from "./size.ts";
import { walkTypes } from "./walk.ts";

/** A size and why it is that. */
export interface Verdict {
  readonly size: Size;
  readonly why: readonly string[];
}

/** The parts of the compiled program that a verdict needs. */
export interface Compiled {
  readonly checker: ts.TypeChecker;
  readonly source: ts.SourceFile;
  readonly diagnostics: readonly ts.Diagnostic[];
}

/** What each kind of check means to users when an assignment fails, from the new side to the old and the other way round. */
const sentences: Readonly<
  Record<Check["kind"], { readonly toOld: string; readonly toNew: string; readonly strict: boolean }>
> = {
  value: {
    toOld: "the new one cannot stand where the old one did",
    toNew: "it takes more or gives less than before, which is safe for its users",
    strict: false,
  },
  constructor: {
    toOld: "its constructor does not take all that the old one took",
    toNew: "its constructor takes more than before",
    strict: false,
  },
  type: {
    toOld: "values of the new type do not fit the old one",
    toNew: "values of the old type do not fit the new one",
    strict: true,
  },
  defaults: {
    toOld: "with its default type arguments, values of the new type do not fit the old one",
    toNew: "with its default type arguments, values of the old type do not fit the new one",
    strict: true,
  },
};

/** Checks one check; `oneWay` is for classes that nothing else can stand for: their values come from the class alone. */
export function verdictOf(compiled: Compiled, check: Check, oneWay: boolean): Verdict {
  const node = compiled.source.statements.find(
    (statement): statement is ts.FunctionDeclaration =>
      ts.isFunctionDeclaration(statement) && statement.name?.text === check.functionName,
  );
  const [toOld, toNew] = [...(node?.body?.statements ?? [])].filter(ts.isVariableStatement);
  if (node === undefined || toOld === undefined || toNew === undefined)
    return { size: "major", why: ["it cannot be compared: the generated program has no such check"] };
  const errorsIn = (part: ts.Node): string[] => compiled.diagnostics.filter((one) => within(one, part)).map(messageOf);
  const [first, second, all] = [errorsIn(toOld), errorsIn(toNew), errorsIn(node)];
  const words = sentences[check.kind];
  const strict = words.strict && !oneWay;
  const elsewhere = all.length - first.length - second.length;
  if (elsewhere > 0) return { size: "major", why: [`the two cannot be compared: ${all[0] ?? ""}`] };
  if (first[0] !== undefined) return { size: "major", why: [`${words.toOld}: ${first[0]}`] };
  if (second[0] !== undefined && strict) return { size: "major", why: [`${words.toNew}: ${second[0]}`] };
  const found = walk(compiled.checker, check, { toOld, toNew });
  if (found.losses.length > 0) return { size: "major", why: found.losses };
  if (found.gains.length > 0) return { size: "minor", why: found.gains };
  if (second[0] === undefined) return { size: "patch", why: ["written in another way; tsc finds both equal"] };
  return { size: "minor", why: [words.strict ? "it has more than before" : words.toNew] };
}

function walk(
  checker: ts.TypeChecker,
  check: Check,
  { toOld, toNew }: { readonly toOld: ts.VariableStatement; readonly toNew: ts.VariableStatement },
): ReturnType<typeof walkTypes> {
  const declared = (statement: ts.VariableStatement): ts.Type | undefined => {
    const type = statement.declarationList.declarations[0]?.type;
    return type === undefined ? undefined : checker.getTypeFromTypeNode(type);
  };
  const [old, now] = [declared(toOld), declared(toNew)];
  if (old === undefined || now === undefined) return { losses: [`${check.name} has no type`], gains: [] };
  const direction = check.kind === "value" || check.kind === "constructor" ? "received" : "both";
  const path = check.kind === "constructor" ? `new ${check.name}` : check.name;
  return walkTypes(checker, toOld, { old, now, direction, path });
}

function within({ start }: ts.Diagnostic, node: ts.Node): boolean {
  return start !== undefined && start >= node.pos && start < node.end;
}

/** The first lines of what tsc says; a whole chain of a large type fills screens. */
function messageOf(diagnostic: ts.Diagnostic): string {
  const lines = ts.flattenDiagnosticMessageText(diagnostic.messageText, "\n").split("\n");
  const last = lines.length > 3 ? [lines.at(-1) ?? ""] : [];
  return [...lines.slice(0, 3), ...last].map((line) => cut(plainNames(line).trim())).join("\n");
}

/** tsc tells types of the two sides apart by their files; users know them by name. */
function plainNames(line: string): string {
  return line.replaceAll(/import\("[^"]*"(?:, \{ with: \{[^}]*\} \})?\)\./g, "").replaceAll(/\$new\.|\$inner_/g, "");
}

function cut(line: string): string {
  return line.length > 300 ? `${line.slice(0, 297)}...` : line;
}
