// Trees as lines: one row for each object, and below it why it is not ready.
import { isUnmet as isNotAtRest, type ReadableCondition } from "@capstan/contract/conditions";
import { formatKey, oneLine, pluralize } from "@capstan/kube";
import { ageSince } from "./short-words.ts";
import { blockingReasons } from "./blocked-machines.ts";
import { conditionNote } from "./condition-note.ts";
import { cutEnd, cutMiddle, displayWidth, padColumns } from "./display-width.ts";
import { agesFrom, type Note, noteLines } from "./note-lines.ts";
import { finalizerWords } from "./finalizers.ts";
import { isFailureReason, objectState } from "./object-state.ts";
import { type Mark, marks, type Meaning, painted, stateMarks } from "./palette.ts";
import { isClusterRollout, phaseInRollout, rolloutWords } from "./rollout.ts";
import { rejectionWords, restOf } from "./rejected-changes.ts";
import type { TreeNode } from "./tree-node.ts";
import { upgradeWords } from "./upgrade.ts";
import { waitingWords } from "./waiting-part.ts";

/** How lines are made. */
export interface LineOptions {
  /** The columns of the terminal; Infinity where nothing is cut. */
  readonly width: number;
  /** Whether lines hold the commands of a terminal for colors. */
  readonly colors: boolean;
  readonly now: Date;
  /** For a log, where only new lines are printed: without ages, branches and columns, a line changes only when its object does. */
  readonly isLog?: boolean;
  /** Whether the objects at the top have their namespaces. */
  readonly namespaces?: boolean;
  /** Whether all conditions of the object are shown, and not only those that say why it is not ready; none of them is cut then. */
  readonly isOpen?: (node: TreeNode) => boolean;
}

/** The columns of an object, and the lines that follow it. */
interface Row {
  /** Absent for the heading. */
  readonly node?: TreeNode;
  readonly indent: string;
  readonly mark: Mark;
  readonly label: string;
  /** Whether the label names several objects. */
  readonly isList: boolean;
  readonly strong: boolean;
  readonly played: boolean;
  readonly state: string;
  readonly since: string;
  readonly notes: readonly Note[];
}

/** One line of trees. It is made when it is shown: of thousands, a screen shows a few. */
export interface TreeLine {
  /** The object that it is about; absent for the heading and for empty lines. */
  readonly node?: TreeNode;
  /** Whether it is a line below the object's own one. */
  readonly isNote?: boolean;
  readonly content: () => string;
}

/** The lines of these trees, with a heading. Foreign strings in them hold no commands for a terminal. */
export function treeLines(trees: readonly TreeNode[], options: LineOptions): readonly string[] {
  const lines = laidOutLines(trees, options).map(({ content }) => content());
  return options.isLog === true ? lines.filter((line) => line !== "") : lines;
}

/** The same lines, each with its object. */
export function laidOutLines(trees: readonly TreeNode[], options: LineOptions): readonly TreeLine[] {
  const now = options.isLog === true ? undefined : options.now;
  const branches = options.isLog === true ? logBranches : screenBranches;
  const { isOpen = () => false } = options;
  const rows = trees.map((node) => {
    const tree = rowsOf(node, { lead: "", rest: "" }, { now, branches, isOpen, isNarrow: options.width < agesFrom });
    const label = labelOf(options.namespaces === true ? { ...node, name: formatKey(node) } : node);
    return tree.map((row, index) => (index === 0 ? { ...row, label } : row));
  });
  if (rows.length === 0) return [];
  const layout = options.isLog === true ? tight : layoutOf(rows.flat(), options.width);
  const noteStyle = { ...options, sinceColumn: layout.label + layout.state + 2 * between.length };
  const linesOf = (row: Row): readonly TreeLine[] => {
    const style = { ...noteStyle, isWhole: row.node !== undefined && isOpen(row.node) };
    const notes = row.notes.flatMap((note) => noteLines(note, style));
    return [
      { ...objectOf(row), content: () => rowLine(row, layout, options) },
      ...notes.map((content) => ({ ...objectOf(row), isNote: true, content })),
    ];
  };
  const lines = rows.flatMap((tree, index) => [
    ...(separates(rows, index) ? [{ content: () => "" }] : []),
    ...tree.flatMap(linesOf),
  ]);
  if (options.isLog === true) return lines;
  const heading: Row = { ...empty, label: "OBJECT", state: "STATE", since: "SINCE" };
  const content = (): string => painted(columns(heading, layout, false).trimEnd(), "quiet", options.colors);
  return [{ content }, ...lines];
}

function objectOf({ node }: Row): Pick<TreeLine, "node"> {
  return node === undefined ? {} : { node };
}

/** What stands before an object and before what is below it: of one with further objects beside it, and of the last one. */
interface Branches {
  readonly next: Indent;
  readonly last: Indent;
  /** Before the notes of an object: of one with objects below it, and of one without. */
  readonly notes: { readonly above: string; readonly alone: string };
}

const screenBranches: Branches = {
  next: { lead: "├─ ", rest: "│  " },
  last: { lead: "└─ ", rest: "   " },
  notes: { above: "│ ", alone: "  " },
};

const blanks: Indent = { lead: "  ", rest: "  " };
const logBranches: Branches = { next: blanks, last: blanks, notes: { above: "  ", alone: "  " } };

/** A tree of several rows stands apart from the next one. */
function separates(trees: readonly (readonly Row[])[], index: number): boolean {
  return index > 0 && [trees[index - 1], trees[index]].some((tree = []) => tree.length > 1);
}

const empty: Row = {
  indent: "",
  mark: { sign: "", meaning: "plain" },
  label: "",
  isList: false,
  strong: false,
  played: false,
  state: "",
  since: "",
  notes: [],
};

interface Indent {
  /** Before the object itself. */
  readonly lead: string;
  /** Before what is below it. */
  readonly rest: string;
}

interface RowOptions {
  readonly now: Date | undefined;
  readonly branches: Branches;
  readonly isOpen: (node: TreeNode) => boolean;
  readonly isNarrow: boolean;
}

function rowsOf(node: TreeNode, { lead, rest }: Indent, options: RowOptions): readonly Row[] {
  const { now, branches, isOpen, isNarrow } = options;
  const { above, alone } = branches.notes;
  const since = ageSince(node.deletion?.since ?? node.ready?.since, now);
  const row: Row = {
    node,
    indent: lead,
    mark: markOf(node),
    label: labelOf(node),
    isList: node.equal !== undefined,
    strong: node.kind === "Cluster",
    played: node.played,
    state: stateOf(node, isNarrow),
    since,
    notes: notesOf(node, {
      indent: rest + (node.children.length > 0 ? above : alone),
      since,
      now,
      isOpen: isOpen(node),
    }),
  };
  const below = node.children.flatMap((child, index) => {
    const branch = index === node.children.length - 1 ? branches.last : branches.next;
    return rowsOf(child, { lead: rest + branch.lead, rest: rest + branch.rest }, options);
  });
  return [row, ...below];
}

function markOf({ conditions, unmet, deletion, rejected, ...node }: TreeNode): Mark {
  const reasons =
    unmet.length === 0 ? [] : conditions.flatMap((each) => (unmet.includes(each.type) ? [each.reason] : []));
  const isRollingOut = isClusterRollout({ ...node, conditions });
  const state = { reasons, isDeleting: deletion !== undefined, isRollingOut, isRejected: rejected !== undefined };
  return stateMarks[objectState({ ...node, ...state })];
}

/** `Machine demo-1`, or `3 Machines demo-1, demo-2, demo-3`. */
function labelOf({ kind, name, equal = [] }: TreeNode): string {
  const names = [name, ...equal].map(oneLine);
  return equal.length === 0
    ? `${oneLine(kind)} ${names.join("")}`
    : `${names.length} ${pluralize(oneLine(kind))} ${names.join(", ")}`;
}

function stateOf(node: TreeNode, isNarrow: boolean): string {
  const { phase = "", upgrade, rollout, replicas, deletion, paused } = node;
  if (rollout !== undefined) return [rolloutWords(rollout, isNarrow), ...(paused ? ["paused"] : [])].join(" ");
  const count = replicas === undefined ? "" : `${replicas.ready ?? replicas.current}/${replicas.wanted}`;
  const versions = upgrade === undefined ? "" : oneLine(upgradeWords(upgrade, isNarrow));
  const shownPhase = deletion === undefined ? oneLine(phaseInRollout(phase, node)) : "Deleting";
  const words = [shownPhase, versions, count, paused ? "paused" : ""];
  return words.filter((word) => word !== "").join(" ");
}

interface NoteOptions {
  readonly indent: string;
  /** The age of the object, which is repeated only where all conditions are shown. */
  readonly since: string;
  readonly now: Date | undefined;
  /** Whether all conditions are shown. */
  readonly isOpen: boolean;
}

function notesOf(node: TreeNode, { indent, since, now, isOpen }: NoteOptions): readonly Note[] {
  const isUnmet = ({ type }: Pick<ReadableCondition, "type">): boolean => node.unmet.includes(type);
  const agesOf = (moment: string): string => {
    const age = ageSince(moment, now);
    return age === since && !isOpen ? "" : age;
  };
  const shown = isOpen ? node.conditions : unsaidConditions(node);
  const conditions = shown
    .filter((each) => isOpen || (isUnmet(each) && !node.children.some((child) => explains(child, node, each))))
    .map((condition) => ({
      indent,
      mark: conditionMark(condition, isUnmet(condition)),
      title: condition.type,
      rest: conditionNote(condition),
      since: agesOf(condition.lastTransitionTime),
    }));
  const { finalizers = [], setBy = {} } = node.deletion ?? {};
  const waiting =
    finalizers.length === 0
      ? []
      : [{ ...ageless, mark: marks.none, indent, title: "finalizers", rest: finalizerWords(finalizers, setBy) }];
  const errors =
    node.lastError === undefined
      ? []
      : [{ ...ageless, indent, mark: marks.False, title: "error", rest: node.lastError }];
  const first = [...rejectedNotes(node, indent), ...upgradeNotes(node, indent)];
  return [...first, ...conditions, ...waiting, ...errors, ...runNotes(node, { indent, now })];
}

function upgradeNotes({ waiting }: TreeNode, indent: string): readonly Note[] {
  if (waiting === undefined) return [];
  return [{ ...ageless, indent, mark: stateMarks.busy, title: "upgrade", rest: waitingWords(waiting) }];
}

function rejectedNotes({ rejected = [] }: TreeNode, indent: string): readonly Note[] {
  return rejected.map((change) => {
    return { ...ageless, indent, mark: marks.False, title: "rejected", rest: rejectionWords(change) };
  });
}

/** The conditions, without what the notes about rejected changes say. */
function unsaidConditions({ conditions, rejected }: TreeNode): readonly ReadableCondition[] {
  if (rejected === undefined) return conditions;
  return conditions.flatMap((condition) => {
    const said = blockingReasons(condition) ?? condition.message;
    const rest = restOf(rejected, said);
    if (rest === said) return [condition];
    return rest === "" ? [] : [{ ...condition, message: rest }];
  });
}

/** A reconcile that has run for long. */
function runNotes({ runsSince }: TreeNode, { indent, now }: Pick<NoteOptions, "indent" | "now">): readonly Note[] {
  if (runsSince === undefined) return [];
  const since = ageSince(new Date(runsSince).toISOString(), now);
  return [{ indent, mark: stateMarks.busy, title: "reconcile", rest: "has not ended", since }];
}

/** A condition that is true while something goes on, such as ScalingUp, says that something is in work. */
function conditionMark(condition: ReadableCondition, isUnmet: boolean): Mark {
  if (isUnmet) return stateMarks[isFailureReason(condition.reason) ? "failed" : "busy"];
  if (condition.status !== "True") return marks.none;
  return isNotAtRest(condition) ? stateMarks.busy : marks.True;
}

const ageless = { since: "" };

/** Whose condition only counts the machines below. */
const counting: readonly string[] = ["MachineDeployment", "MachineSet"];

/** Core copies what a provider's object reports into the object above it, and counts the machines of a group. */
function explains({ conditions, unmet, ready }: TreeNode, { kind, rollout }: TreeNode, of: ReadableCondition): boolean {
  if (rollout !== undefined && of.type === "RollingOut") return false;
  if (counting.includes(kind) && ready !== undefined && ready.status !== "True") return true;
  return conditions.some(
    (each) => unmet.includes(each.type) && each.reason === of.reason && each.message === of.message,
  );
}

/** Where the columns are. */
interface Layout {
  readonly label: number;
  readonly state: number;
  /** Whether the last column is seen. */
  readonly hasSince: boolean;
}

/** Nothing is aligned. */
const tight: Layout = { label: 0, state: 0, hasSince: true };

const between = "  ";
/** The heading of the last column; ages are shorter. */
const sinceWidth = "SINCE".length;
/** The least width of the first column: enough for a few names. */
const listWidth = 40;

/** The first column is never narrower. */
const leastLabel = 10;
/** In fewer columns, names take those of the ages. */
const sinceFrom = 50;

/** With fewer columns for a name, it stands alone. */
const leastName = 8;

function layoutOf(rows: readonly Row[], width: number): Layout {
  const state = Math.max("STATE".length, ...rows.map((row) => displayWidth(row.state)));
  // Rows of many names take what the others leave.
  const whole = rows.filter((row) => !row.isList);
  const label = Math.max(
    listWidth,
    ...whole.map((row) => headWidth(row) + displayWidth(row.label) + tailOf(row).length),
  );
  const most = width - state - sinceWidth - 2 * between.length - 1;
  if (width >= sinceFrom && most >= leastLabel) return { label: Math.min(label, most), state, hasSince: true };
  // In few columns, ages are left out, and in very few states are cut.
  const without = Math.max(leastLabel, Math.min(label, width - state - between.length - 1));
  return { label: without, state: Math.max(0, Math.min(state, width - without - between.length)), hasSince: false };
}

function headOf({ indent, mark }: Row): string {
  return `${indent}${mark.sign}${mark.sign === "" ? "" : " "}`;
}

/** Of the marks and branches each character takes one column. */
function headWidth(row: Row): number {
  return headOf(row).length;
}

function tailOf({ played }: Row): string {
  return played ? " (simulated)" : "";
}

function columns(row: Row, { label, state, hasSince }: Layout, colors: boolean): string {
  const { indent, mark } = row;
  const left = label - headWidth(row);
  const tail = label === tight.label || left - tailOf(row).length >= leastName ? tailOf(row) : "";
  const columnsLeft = left - tail.length;
  const name = label === tight.label ? row.label : (row.isList ? cutEnd : cutMiddle)(row.label, columnsLeft);
  const gap = " ".repeat(Math.max(0, columnsLeft - displayWidth(name)));
  const shownState = hasSince ? row.state : cutEnd(row.state, state);
  const since = hasSince ? row.since : "";
  const parts: readonly (readonly [string, Meaning])[] = [
    [indent, "quiet"],
    [mark.sign, mark.meaning],
    [mark.sign === "" ? "" : " ", "plain"],
    [name, row.strong ? "strong" : "plain"],
    [tail, "quiet"],
    [gap + between, "plain"],
    [shownState, mark.meaning === "good" ? "plain" : mark.meaning],
    [since === "" ? "" : padColumns("", state - displayWidth(shownState)) + between, "plain"],
    [since, "quiet"],
  ];
  return parts.map(([value, meaning]) => painted(value, meaning, colors)).join("");
}

function rowLine(row: Row, layout: Layout, { colors }: LineOptions): string {
  return columns(row, layout, colors).trimEnd();
}
