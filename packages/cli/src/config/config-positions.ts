// Where each field of a configuration is written. Loads the compiler, so it is called only when there is a mistake to report.
import { readFile } from "node:fs/promises";
import type { ts as typescript } from "ts-morph";
import { diagnose, type Diagnostic, type Position } from "@capstan/kube";
import { configDiagnostics } from "./config-diagnostics.ts";
import type { ConfigProblem } from "./field-table.ts";

type Compiler = typeof typescript;

/** The mistakes as diagnostics, each at its field. */
export async function placeProblems(problems: readonly ConfigProblem[], file: string): Promise<Diagnostic[]> {
  if (problems.length === 0) return [];
  const positionOf = await positionsIn(file);
  return problems.map(({ code, values, field }) =>
    diagnose(configDiagnostics, code, { values, position: positionOf(field) }),
  );
}

/** Finds the position of a field by its path (`generate.out`, `releaseSeries[0].minor`); of a missing one, that of the object it is missing in. */
async function positionsIn(file: string): Promise<(field: string | undefined) => Position> {
  const { ts } = await import("ts-morph");
  const source = ts.createSourceFile(file, await readFile(file, "utf8"), ts.ScriptTarget.Latest, true);
  const exported = source.statements.find(ts.isExportAssignment);
  return (field) => {
    if (exported === undefined) return { file };
    const node = fieldNode(objectIn(exported.expression, ts), field?.match(/[^.[\]]+/g) ?? [], ts) ?? exported;
    const { line, character } = source.getLineAndCharacterOfPosition(node.getStart(source));
    return { file, line: line + 1, column: character + 1 };
  };
}

/** The object literal of an expression: of the argument of a call, of the value of a constant. */
function objectIn(node: typescript.Expression, ts: Compiler): typescript.Expression {
  if (ts.isCallExpression(node) && node.arguments[0] !== undefined) return objectIn(node.arguments[0], ts);
  if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node) || ts.isParenthesizedExpression(node))
    return objectIn(node.expression, ts);
  const constant = ts.isIdentifier(node) ? constantNamed(node, ts) : undefined;
  return constant === undefined ? node : objectIn(constant, ts);
}

function constantNamed(name: typescript.Identifier, ts: Compiler): typescript.Expression | undefined {
  return name
    .getSourceFile()
    .statements.filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => [...declarationList.declarations])
    .find((each) => ts.isIdentifier(each.name) && each.name.text === name.text)?.initializer;
}

function fieldNode(
  node: typescript.Expression,
  [field, ...rest]: readonly string[],
  ts: Compiler,
): typescript.Node | undefined {
  if (field === undefined) return node;
  if (ts.isArrayLiteralExpression(node)) return elementNode(node, [field, ...rest], ts);
  if (!ts.isObjectLiteralExpression(node)) return node;
  const property = node.properties.find(({ name }) => name !== undefined && nameText(name, ts) === field);
  if (property === undefined) return node;
  if (rest.length === 0 || !ts.isPropertyAssignment(property)) return property;
  return fieldNode(objectIn(property.initializer, ts), rest, ts);
}

function elementNode(
  list: typescript.ArrayLiteralExpression,
  [index, ...rest]: readonly string[],
  ts: Compiler,
): typescript.Node | undefined {
  const element = list.elements[Number(index)];
  return element === undefined ? list : fieldNode(objectIn(element, ts), rest, ts);
}

function nameText(name: typescript.PropertyName, ts: Compiler): string | undefined {
  return ts.isIdentifier(name) || ts.isStringLiteralLike(name) ? name.text : undefined;
}
