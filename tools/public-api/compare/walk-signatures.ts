// The part of the walk that looks at calls: how many arguments and type arguments users may give, and the types of both.
// The lengths matter: a function that takes fewer arguments can stand for one that takes more, yet calls with more break.
import ts from "typescript-6";
import type { Direction, Pair, Walk } from "./walk.ts";

/** Compares the calls and the constructions of two types. */
export function compareSignatures(walk: Walk, pair: Pair): void {
  for (const kind of [ts.SignatureKind.Call, ts.SignatureKind.Construct]) {
    const before = walk.checker.getSignaturesOfType(pair.old, kind);
    const after = walk.checker.getSignaturesOfType(pair.now, kind);
    if (after.length > before.length) walk.found.gains.push(`${pair.path} can be called in more ways`);
    before.forEach((old, index) => {
      // With overloads added or removed, a call is safe when any of the new ones takes it.
      const others = before.length === after.length ? after.slice(index, index + 1) : after;
      compareCall(walk, pair, { old, others });
    });
  }
}

interface Call {
  readonly old: ts.Signature;
  readonly others: readonly ts.Signature[];
}

function compareCall(walk: Walk, pair: Pair, { old, others }: Call): void {
  const found = walk.found;
  const most = Math.max(...others.map(maximumArguments));
  const before = maximumArguments(old);
  if (others.length > 0 && most < before && pair.direction !== "given")
    found.losses.push(`${pair.path} takes ${argumentCount(most)} at most, not ${argumentCount(before)}`);
  if (most > before) found.gains.push(`${pair.path} takes more arguments`);
  const [only] = others;
  if (only === undefined || others.length > 1) return;
  compareTypeParameters(walk, pair, [old, only]);
  const { checker, at, visit } = walk;
  const given = flipped(pair.direction);
  old.parameters.forEach((parameter, index) => {
    const other = only.parameters[index];
    if (other === undefined) return;
    const [from, to] = [checker.getTypeOfSymbolAtLocation(parameter, at), checker.getTypeOfSymbolAtLocation(other, at)];
    visit({ old: from, now: to, direction: given, path: `${pair.path}(${parameter.name})` });
  });
  visit({ ...pair, old: old.getReturnType(), now: only.getReturnType(), path: `${pair.path}()` });
}

/** What a function takes, its users give. */
function flipped(direction: Direction): Direction {
  return direction === "both" ? "both" : direction === "given" ? "received" : "given";
}

function maximumArguments(signature: ts.Signature): number {
  const last = signature.parameters.at(-1)?.valueDeclaration;
  const hasRest = last !== undefined && ts.isParameter(last) && last.dotDotDotToken !== undefined;
  return hasRest ? Number.POSITIVE_INFINITY : signature.parameters.length;
}

function argumentCount(count: number): string {
  return Number.isFinite(count) ? `${count} ${count === 1 ? "argument" : "arguments"}` : "any number of arguments";
}

function compareTypeParameters(
  { checker, found }: Walk,
  { path, direction }: Pair,
  [old, now]: readonly [ts.Signature, ts.Signature],
): void {
  const [before, after] = [old.getTypeParameters() ?? [], now.getTypeParameters() ?? []];
  const needed = (all: readonly ts.TypeParameter[]): number =>
    all.filter((one) => one.getDefault() === undefined).length;
  if (after.length < before.length || needed(after) > needed(before))
    found.losses.push(`${path} takes ${count(after)} type arguments, not ${count(before)}`);
  else if (after.length > before.length) found.gains.push(`${path} takes more type arguments`);
  before.forEach((parameter, index) => {
    const other = after[index];
    if (other === undefined) return;
    const name = `${path}<${parameter.symbol.name}>`;
    if (modifiersOf(parameter) !== modifiersOf(other)) found.losses.push(`${name} is inferred in another way`);
    const defaults = [parameter.getDefault(), other.getDefault()] as const;
    if (defaults[0] !== undefined && !sameType(checker, defaults)) found.losses.push(`${name} has another default`);
    const bounds = [parameter.getConstraint(), other.getConstraint()] as const;
    if (sameType(checker, bounds)) return;
    const wider =
      bounds[1] === undefined || (bounds[0] !== undefined && checker.isTypeAssignableTo(bounds[0], bounds[1]));
    if (wider && direction === "received") found.gains.push(`${name} may be more types`);
    else
      found.losses.push(`${name} must extend ${bounds[1] === undefined ? "nothing" : checker.typeToString(bounds[1])}`);
  });
}

function count(parameters: readonly ts.TypeParameter[]): string {
  const optional = parameters.filter((one) => one.getDefault() !== undefined).length;
  return optional === 0 ? `${parameters.length}` : `${parameters.length - optional} to ${parameters.length}`;
}

type Two = readonly [ts.Type | undefined, ts.Type | undefined];

/** Equal words count as equal: what they name is checked on its own where it is declared. */
function sameType(checker: ts.TypeChecker, [a, b]: Two): boolean {
  if (a === undefined || b === undefined) return a === b;
  if (checker.typeToString(a) === checker.typeToString(b)) return true;
  return checker.isTypeAssignableTo(a, b) && checker.isTypeAssignableTo(b, a);
}

function modifiersOf(parameter: ts.TypeParameter): string {
  const node = parameter.symbol.declarations?.find(ts.isTypeParameterDeclaration);
  return (node?.modifiers ?? []).map((modifier) => modifier.getText()).join(" ");
}
