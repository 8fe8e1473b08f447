// tsc accepts `{ a }` where `{ a; b? }` was, although code that uses b no longer compiles. This walks the old and the new type
// together and notes what users lose (a member, an argument, the right to write) and what they gain. Every other difference
// is left to tsc's assignments.
import ts from "typescript-6";
import { isReadonly } from "./readonly.ts";
import { compareSignatures } from "./walk-signatures.ts";

/** Where a type stands: users receive it, users give it, or both. */
export type Direction = "received" | "given" | "both";

/** What a walk found, one sentence each. */
export interface Findings {
  readonly losses: string[];
  readonly gains: string[];
}

/** A pair of types on a walk. */
export interface Pair {
  readonly old: ts.Type;
  readonly now: ts.Type;
  readonly direction: Direction;
  /** What leads here, in words. */
  readonly path: string;
}

/** A walk under way. */
export interface Walk {
  readonly checker: ts.TypeChecker;
  readonly at: ts.Node;
  readonly found: Findings;
  readonly visit: (pair: Pair) => void;
}

const maxDepth = 40;

/** Walks from a pair of types to everything below. */
export function walkTypes(checker: ts.TypeChecker, at: ts.Node, start: Pair): Findings {
  const found: Findings = { losses: [], gains: [] };
  const seen = new Map<ts.Type, Map<ts.Type, Set<Direction>>>();
  let depth = 0;
  const visit = (pair: Pair): void => {
    if (pair.old === pair.now || wasSeen(seen, pair)) return;
    depth += 1;
    if (depth > maxDepth) found.losses.push(`${pair.path} is too deep to compare`);
    else comparePair({ checker, at, found, visit }, pair);
    depth -= 1;
  };
  visit(start);
  return { losses: [...new Set(found.losses)], gains: [...new Set(found.gains)] };
}

function wasSeen(seen: Map<ts.Type, Map<ts.Type, Set<Direction>>>, { old, now, direction }: Pair): boolean {
  const others = seen.get(old) ?? new Map<ts.Type, Set<Direction>>();
  const directions = others.get(now) ?? new Set<Direction>();
  if (directions.has(direction)) return true;
  seen.set(old, others.set(now, directions.add(direction)));
  return false;
}

function comparePair(walk: Walk, pair: Pair): void {
  const { old, now, path } = pair;
  const isAny = (type: ts.Type): boolean => (type.flags & ts.TypeFlags.Any) !== 0;
  if (isAny(old) !== isAny(now)) walk.found.losses.push(`${path} ${isAny(now) ? "became" : "was"} any`);
  if (isAny(old) || isAny(now)) return;
  const [before, after] = [membersOfUnion(old), membersOfUnion(now)];
  if (before.length > 1 || after.length > 1) return compareUnions(walk, pair, [before, after]);
  const [from, to] = [before[0], after[0]];
  if (from === undefined || to === undefined || from === to) return;
  compareObjects(walk, { ...pair, old: from, now: to });
}

/** The members of a union that have members themselves. */
function membersOfUnion(type: ts.Type): ts.Type[] {
  const parts = type.isUnion() ? type.types : [type];
  const isPrimitive = ({ flags }: ts.Type): boolean => (flags & ts.TypeFlags.Object) === 0;
  // A string with a brand has the members of a string.
  const isBranded = (part: ts.Type): boolean => part.isIntersection() && part.types.some(isPrimitive);
  return parts.filter(
    (part) => (part.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) !== 0 && !isBranded(part),
  );
}

/** Pairs each old member with the new one that takes its place, as far as assignability shows one. */
function compareUnions(
  walk: Walk,
  pair: Pair,
  [before, after]: readonly [readonly ts.Type[], readonly ts.Type[]],
): void {
  const { checker } = walk;
  const fits = (a: ts.Type, b: ts.Type): number =>
    Number(checker.isTypeAssignableTo(a, b)) + Number(checker.isTypeAssignableTo(b, a));
  before.forEach((old, index) => {
    const [best] = after.map((now) => ({ now, fit: fits(old, now) })).toSorted((a, b) => b.fit - a.fit);
    const now =
      best !== undefined && best.fit > 0 ? best.now : before.length === after.length ? after[index] : undefined;
    if (now !== undefined) walk.visit({ ...pair, old, now });
  });
}

function compareObjects(walk: Walk, pair: Pair): void {
  if (compareArguments(walk, pair)) return;
  compareProperties(walk, pair);
  compareIndexes(walk, pair);
  compareSignatures(walk, pair);
}

/** Two uses of one generic type (a Promise, an array, a tuple): its arguments are compared, not its insides. */
function compareArguments({ checker, found, visit }: Walk, { old, now, direction, path }: Pair): boolean {
  const [from, to] = [referenceOf(old), referenceOf(now)];
  if (from === undefined || to === undefined) return false;
  const isList = (type: ts.TypeReference): boolean => checker.isTupleType(type) || checker.isArrayType(type);
  if (from.target !== to.target && !(isList(from) && isList(to))) return false;
  const [before, after] = [checker.getTypeArguments(from), checker.getTypeArguments(to)];
  if (checker.isTupleType(from) && checker.isTupleType(to) && after.length < before.length)
    found.losses.push(`${path} has ${after.length} elements, not ${before.length}`);
  before.forEach((argument, index) => {
    const other = after[index];
    if (other !== undefined) visit({ old: argument, now: other, direction, path: `${path}<${index + 1}>` });
  });
  return true;
}

function referenceOf(type: ts.Type): ts.TypeReference | undefined {
  const isReference = ((type as ts.ObjectType).objectFlags & ts.ObjectFlags.Reference) !== 0;
  return isReference && (type.flags & ts.TypeFlags.Object) !== 0 ? (type as ts.TypeReference) : undefined;
}

function compareProperties(walk: Walk, pair: Pair): void {
  const { checker, found } = walk;
  const [before, after] = [propertiesOf(checker, pair.old), propertiesOf(checker, pair.now)];
  // What the new side takes under any name is still there.
  const takesAny = checker.getIndexTypeOfType(pair.now, ts.IndexKind.String) !== undefined;
  for (const [key, member] of before) {
    const other = after.get(key);
    if (other !== undefined) compareProperty(walk, pair, [member, other]);
    else if (!takesAny) found.losses.push(`${memberPath(pair.path, member)} is removed`);
  }
  for (const [key, member] of after) {
    if (before.has(key)) continue;
    if (isAbstract(member)) found.losses.push(`${memberPath(pair.path, member)} is abstract and new`);
    else found.gains.push(`${memberPath(pair.path, member)} is new`);
  }
}

function propertiesOf(checker: ts.TypeChecker, type: ts.Type): Map<ts.__String, ts.Symbol> {
  const members = checker.getPropertiesOfType(type);
  // A class has its instances' members once more under "prototype".
  const seen = members.filter((member) => (member.flags & ts.SymbolFlags.Prototype) === 0);
  return new Map(seen.map((member) => [member.escapedName, member]));
}

function compareProperty(walk: Walk, pair: Pair, [member, other]: readonly [ts.Symbol, ts.Symbol]): void {
  const { checker, found, visit } = walk;
  const path = memberPath(pair.path, member);
  if (isReadonly(member) && !isReadonly(other)) found.gains.push(`${path} may be written`);
  if (isReadonly(other) && !isReadonly(member) && pair.direction !== "given") found.losses.push(`${path} is readonly`);
  if (isAbstract(other) && !isAbstract(member)) found.losses.push(`${path} is abstract`);
  visit({ ...pair, old: checker.getTypeOfSymbol(member), now: checker.getTypeOfSymbol(other), path });
}

function compareIndexes({ checker, found, visit }: Walk, { old, now, direction, path }: Pair): void {
  for (const info of checker.getIndexInfosOfType(old)) {
    const other = checker.getIndexInfosOfType(now).find(({ keyType }) => keyType === info.keyType);
    const name = `${path}[${checker.typeToString(info.keyType)}]`;
    if (other === undefined) {
      found.losses.push(`${name} is removed`);
      continue;
    }
    if (other.isReadonly && !info.isReadonly && direction !== "given") found.losses.push(`${name} is readonly`);
    visit({ old: info.type, now: other.type, direction, path: name });
  }
}

function memberPath(path: string, member: ts.Symbol): string {
  const name = member.name.startsWith("__@") ? `[${member.name.slice(3).replace(/@\d+$/, "")}]` : member.name;
  return `${path}.${name}`;
}

function isAbstract(member: ts.Symbol): boolean {
  return (member.declarations ?? []).some(
    (node) => (ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Abstract) !== 0,
  );
}
