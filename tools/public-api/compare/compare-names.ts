// Runs the compiler over both sides, twice: once to learn what each name means, then with the checks. A module with an error
// of its own decides nothing, and neither does a comparison that the compiler cannot finish.
import type { ApiChange, EntryNames } from "./api-change.ts";
import { checksOf, checkStatements, type Check, type Compared } from "./checks.ts";
import { meaningNotes, meanings } from "./meanings.ts";
import { ownErrors } from "./own-errors.ts";
import { CompareCompiler, type Sides } from "./program.ts";
import { largest } from "./size.ts";
import { verdictOf, type Compiled, type Verdict } from "./verdict.ts";

/** The size of each name's change. */
export function compareNames(sides: Sides, entries: readonly EntryNames[]): ApiChange[] {
  if (entries.length === 0) return [];
  try {
    return compareTogether(sides, entries);
  } catch (caught) {
    // Types that refer to themselves without end. What is left of the compiler is of no use, so the rest starts with a new one.
    if (!(caught instanceof RangeError)) throw caught;
    const [first, second] = halves(entries);
    if (second.length > 0) return [...compareNames(sides, first), ...compareNames(sides, second)];
    const why = ["it cannot be decided: tsc does not end"];
    return first.flatMap(({ id, names }) => names.map((name) => changeOf(sides, { id, name }, { size: "major", why })));
  }
}

/** The names in two parts; the second is empty when there is one name only. */
function halves(entries: readonly EntryNames[]): [EntryNames[], EntryNames[]] {
  const all = entries.flatMap(({ id, names }) => names.map((name) => ({ id, names: [name] })));
  const middle = Math.ceil(all.length / 2);
  const joined = (part: readonly EntryNames[]): EntryNames[] =>
    [...Map.groupBy(part, ({ id }) => id)].map(([id, of]) => ({ id, names: of.flatMap(({ names }) => names) }));
  return [joined(all.slice(0, middle)), joined(all.slice(middle))];
}

function compareTogether(sides: Sides, entries: readonly EntryNames[]): ApiChange[] {
  const compiler = new CompareCompiler(sides);
  const ids = entries.map(({ id }) => id);
  const first = compiler.run(ids);
  const errors = new Map(ids.map((id) => [id, ownErrors(compiler, first, id)]));
  const plans = entries.map((entry) => planOf({ sides, compiler, program: first }, entry));
  for (const { id, checks } of plans) compiler.append(id, checkStatements(id, checks));
  const second = compiler.run(ids);
  return plans.flatMap((plan) => {
    const source = second.getSourceFile(compiler.fileOf("old", plan.id));
    if (source === undefined) throw new Error(`the compiler lost ${plan.id}`);
    const compiled = { checker: second.getTypeChecker(), source, diagnostics: second.getSemanticDiagnostics(source) };
    return plan.names.map((name) => {
      const error = errors.get(plan.id);
      const verdict: Verdict =
        error === undefined ? sizeOf(compiled, plan, name) : { size: "major", why: [`it cannot be decided: ${error}`] };
      return changeOf(sides, { id: plan.id, name }, verdict);
    });
  });
}

function sizeOf(compiled: Compiled, plan: Plan, name: string): Verdict {
  const checks = plan.checks.filter((check) => check.name === name);
  const verdicts = checks.map((check) => verdictOf(compiled, check, plan.oneWay.has(name)));
  return combined([...(plan.notes.get(name) ?? []), ...verdicts]);
}

function changeOf(sides: Sides, { id, name }: { id: string; name: string }, verdict: Verdict): ApiChange {
  const entry = sides.new.entries.get(id);
  return { packageName: entry?.owner.name ?? id, subpath: entry?.subpath ?? ".", name, ...verdict };
}

/** The largest of some verdicts, with its reasons. */
function combined(verdicts: readonly Verdict[]): Verdict {
  if (verdicts.length === 0) return { size: "major", why: ["it cannot be decided: it has no value and no type"] };
  const size = largest(verdicts.map((one) => one.size));
  return { size, why: [...new Set(verdicts.filter((one) => one.size === size).flatMap(({ why }) => why))] };
}

interface Plan {
  readonly id: string;
  readonly names: readonly string[];
  readonly checks: readonly Check[];
  /** What is known of names before they are compared. */
  readonly notes: ReadonlyMap<string, readonly Verdict[]>;
  /** Classes with private members on both sides. */
  readonly oneWay: ReadonlySet<string>;
}

interface FirstRun {
  readonly sides: Sides;
  readonly compiler: CompareCompiler;
  readonly program: ReturnType<CompareCompiler["run"]>;
}

function planOf({ sides, compiler, program }: FirstRun, { id, names }: EntryNames): Plan {
  const [old, now] = [sides.old.entries.get(id)?.module, sides.new.entries.get(id)?.module];
  if (old === undefined || now === undefined) throw new Error(`${id} is not on both sides`);
  const before = meanings(program, compiler.fileOf("old", id), old);
  const after = meanings(program, compiler.fileOf("new", id), now);
  const notes = new Map<string, Verdict[]>();
  const compared = names.flatMap((name): Compared[] => {
    const [from, to] = [before.get(name), after.get(name)];
    if (from === undefined || to === undefined) return [];
    notes.set(name, meaningNotes(from, to));
    const both = { value: from.value && to.value, type: from.type && to.type };
    return [{ name, meaning: from, both }];
  });
  const oneWay = names.filter((name) => before.get(name)?.closed === true && after.get(name)?.closed === true);
  return { id, names, checks: checksOf({ old, new: now }, compared), notes, oneWay: new Set(oneWay) };
}
