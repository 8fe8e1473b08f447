// The tree of objects on the screen of dev, in which one is selected. The trees are made again when objects have changed, so seldom that they take a small part of the time; of their lines, only those that are seen are made.
import { formatKey, getAt, parseApiVersion, type UnstructuredObject } from "@capstan/kube";
import type { RunTrace } from "@capstan/kube/trace";
import { isSimulated } from "../../describe/describe-clusters.ts";
import { isRight, type Problems } from "../../session/problems.ts";
import { objectName } from "../../session/read-log-line.ts";
import { ObjectSet } from "../../tree/object-set.ts";
import { wrapWords } from "../../tree/display-width.ts";
import { objectTrees } from "../../tree/object-tree.ts";
import { ownedObjects } from "../../tree/ownership.ts";
import { isHeldByVersion, rejectedReplicasOf, rejectedRolloutOf } from "../../tree/object-versions.ts";
import { errorInOneLine } from "../../tree/short-words.ts";
import { laidOutLines, type TreeLine } from "../../tree/tree-lines.ts";
import type { TreeNode } from "../../tree/tree-node.ts";
import { objectId, type TimelineChange } from "../timeline/timeline-change.ts";
import type { LogScope } from "./log-book.ts";
import { shownLine, type LineStyle } from "./shown-line.ts";
import { nodeId, nodeIds, nodesOf, standIns } from "./stand-ins.ts";

/** What is shown of a change. */
export type SeenChange = Pick<TimelineChange, "type" | "apiVersion" | "kind" | "key" | "object">;

/** Before each line: whether it is the selected object. */
const gutter = { selected: "> ", other: "  " };

/** How many times as long as the trees took to make they stay as they are. */
const rest = 9;

/** What the pane needs to know of problems. */
export type RunningReconciles = Pick<Problems, "running">;

/** The objects of kinds that a CustomResourceDefinition declares, as trees. */
export class ObjectPane {
  /** Whether the sample is applied once the project is ready. */
  sampleWaits = false;
  readonly #groups = new Set<string>();
  readonly #objects = new Map<string, UnstructuredObject>();
  /** The last error of each object, by `Kind namespace/name`. */
  readonly #errors = new Map<string, string>();
  /** The Clusters whose topology has a version that core rejects. */
  readonly #rejected = new Set<string>();
  readonly #problems: RunningReconciles;
  #trees: readonly TreeNode[] = [];
  #isStale = false;
  /** Whether there has been an object. */
  #hasHadAny = false;
  #serverAheadMs = 0;
  #restUntil = 0;
  #lines: readonly TreeLine[] = [];
  #laidOut = "";
  #selected: string | undefined;
  /** What is selected in place of it once it does not exist any more, the nearest first. */
  #standIns: readonly string[] = [];
  /** The object of which all conditions are shown. */
  #open: string | undefined;
  /** The first line that is seen, after the heading. */
  #top = 0;
  /** How many lines of the selected object are above that: what is open may have more than the pane. */
  #passed = 0;
  /** How many lines of the selected object are below the pane. */
  #below = 0;
  #page = 1;

  constructor(problems: RunningReconciles) {
    this.#problems = problems;
  }

  /** Something else is known of reconciles. */
  refresh(): void {
    this.#isStale = true;
  }

  /** The clock of the server is so far ahead of the computer's. */
  serverIsAhead(ms: number): void {
    if (ms !== this.#serverAheadMs) this.refresh();
    this.#serverAheadMs = ms;
  }

  /** An object has changed. */
  change({ type, apiVersion, kind, key, object }: SeenChange): void {
    const { group } = parseApiVersion(apiVersion);
    if (kind === "CustomResourceDefinition") {
      const declared = getAt(object, ["spec", "group"]);
      if (typeof declared === "string") this.#groups.add(declared);
    }
    if (!this.#groups.has(group)) return;
    const id = objectId({ apiVersion, kind, key });
    if (kind === "Cluster") {
      const isHeld =
        type !== "DELETED" &&
        (isHeldByVersion(object) || (rejectedReplicasOf(object) ?? rejectedRolloutOf(object)) !== undefined);
      if (isHeld) this.#rejected.add(formatKey(key));
      else this.#rejected.delete(formatKey(key));
    }
    if (type === "DELETED") {
      this.#objects.delete(id);
      this.#errors.delete(objectName({ kind, key }));
    } else {
      this.#objects.set(id, object);
      this.#hasHadAny = true;
    }
    this.#isStale = true;
  }

  /** A reconcile has ended. */
  ran({ kind, key, outcome, error }: Pick<RunTrace, "kind" | "key" | "outcome" | "error">): void {
    const name = objectName({ kind, key });
    const before = this.#errors.get(name);
    if (error !== undefined && !isRight(outcome)) this.#errors.set(name, errorInOneLine(error.message));
    else if (isRight(outcome)) this.#errors.delete(name);
    if (this.#errors.get(name) !== before) this.#isStale = true;
  }

  /** Whether no hook is called for the Cluster with this name: core rejects the version of its topology and nothing goes on with the one before, its number of control plane machines, or the limits of a rollout. */
  isRejected(cluster: string): boolean {
    return this.#rejected.has(cluster);
  }

  /** How many lines there are for this width; 0 while there are no objects. */
  layOut(style: LineStyle, time: Date): number {
    const now = new Date(time.getTime() + this.#serverAheadMs);
    if (this.#isStale && time.getTime() >= this.#restUntil) this.#grow(time);
    const columns = style.columns - gutter.other.length;
    const second = Math.floor(now.getTime() / 1000);
    const laidOut = `${columns} ${second} ${style.colors}`;
    if (laidOut === this.#laidOut) return this.#lines.length;
    this.#laidOut = laidOut;
    const namespaces = new Set(this.#trees.map(({ namespace }) => namespace)).size > 1;
    const isOpen = (node: TreeNode): boolean => nodeId(node) === this.#open;
    this.#lines = laidOutLines(this.#trees, { width: columns, colors: style.colors, now, namespaces, isOpen });
    return this.#lines.length;
  }

  /** What brings the first objects. */
  get hint(): string {
    return this.sampleWaits ? "the sample is applied once the project is ready" : "press a to apply the sample";
  }

  /** The heading, and so many lines that the selected object is among them. */
  lines(height: number, style: LineStyle): readonly string[] {
    const [heading, ...below] = this.#lines;
    if (heading === undefined) {
      const hint = wrapWords(`no objects${this.#hasHadAny ? "" : " yet"}: ${this.hint}`, style.columns - 2).slice(
        0,
        height,
      );
      return hint.map((line) => shownLine([[`  ${line}`, "quiet"]], style));
    }
    const isWhole = below.length < height;
    const size = Math.max(1, isWhole ? below.length : height - 2);
    const selected = this.#selectedLine() - 1;
    this.#page = Math.max(1, size - 1);
    const end = notesEnd(below, selected);
    this.#passed = Math.max(0, Math.min(this.#passed, end - selected - size));
    this.#top = Math.max(this.#top, end - size);
    this.#top = Math.max(0, Math.min(this.#top, selected + this.#passed, below.length - size));
    this.#below = Math.max(0, end - this.#top - size);
    const shown = below.slice(this.#top, this.#top + size).map((line, index) => {
      const isSelected = this.#top + index === selected;
      return `${isSelected ? gutter.selected : gutter.other}${line.content()}`;
    });
    const hidden = [
      [this.#top, "above"],
      [below.length - this.#top - size, "below"],
    ] as const;
    const left = hidden.flatMap(([count, where]) => (count === 0 ? [] : [`${count} ${where}`])).join(", ");
    const more = isWhole ? [] : [shownLine([[`  … ${left}`, "quiet"]], style)];
    return [gutter.other + heading.content(), ...shown, ...more];
  }

  /** Selects another object: so many rows further down, or up for a negative number. Before the next one, what the pane does not have of an open one is seen. */
  move(rows: number): void {
    if (this.#open === this.#selected) {
      const lines = Math.max(-this.#passed, Math.min(this.#below, rows));
      this.#passed += lines;
      this.#below -= lines;
      if (lines !== 0) return;
    }
    const objects = this.#lines.flatMap(({ node, isNote = false }) => (node === undefined || isNote ? [] : [node]));
    const now = objects.findIndex((node) => nodeId(node) === this.#selected);
    const next = objects[Math.max(0, Math.min(objects.length - 1, now + rows))];
    if (next !== undefined) this.#choose(next);
  }

  /** Selects the object with this name, `Kind namespace/name`, or the one that stands for it. */
  select(name: string | undefined): void {
    const node = this.#trees.flatMap(nodesOf).find((each) => namesOf(each).some((own) => own === name));
    if (node !== undefined) this.#choose(node);
  }

  /** The same by pages. */
  movePages(pages: number): void {
    this.move(pages * this.#page);
  }

  /** Shows all conditions of the selected object, or again only those that say why it is not ready. */
  toggleConditions(): void {
    this.#open = this.#open === this.#selected ? undefined : this.#selected;
    this.#laidOut = "";
  }

  /** The selected object in its tree, with the object at the top of that. */
  selected(): { readonly node: TreeNode; readonly root: TreeNode } | undefined {
    for (const root of this.#trees) {
      const node = nodesOf(root).find((each) => nodeId(each) === this.#selected);
      if (node !== undefined) return { node, root };
    }
    return undefined;
  }

  /** The object of a node as it is now. */
  objectOf(node: TreeNode): UnstructuredObject | undefined {
    return this.#objects.get(nodeId(node));
  }

  /** The objects that a log about the selected one is about: it, and all below it. */
  scope(): LogScope | undefined {
    const node = this.selected()?.node;
    if (node === undefined) return undefined;
    const names = nodesOf(node).flatMap(namesOf);
    return { name: `${node.kind} ${node.name}`, objects: new Set(names) };
  }

  #grow(now: Date): void {
    const began = performance.now();
    const set = new ObjectSet({ objects: [...this.#objects.values()] });
    const running = new Map(this.#problems.running.map(({ object, since }) => [object, since + this.#serverAheadMs]));
    this.#trees = objectTrees(ownedObjects(set), {
      isPlayed: isSimulated,
      lastError: ({ kind, metadata: { namespace = "", name = "" } }) =>
        this.#errors.get(objectName({ kind, key: { namespace, name } })),
      runsSince: ({ kind, metadata: { namespace = "", name = "" } }) =>
        running.get(objectName({ kind, key: { namespace, name } })),
    });
    this.#isStale = false;
    this.#laidOut = "";
    this.#keepSelection();
    this.#restUntil = now.getTime() + rest * (performance.now() - began);
  }

  #choose(node: TreeNode): void {
    if (nodeId(node) !== this.#selected) this.#passed = 0;
    this.#selected = nodeId(node);
    this.#standIns = standIns(this.#trees, this.#selected) ?? [];
  }

  /** The selected object stays selected, or the nearest one that there is. */
  #keepSelection(): void {
    const nodes = new Map(
      this.#trees.flatMap(nodesOf).flatMap((node) => nodeIds(node).map((id) => [id, node] as const)),
    );
    const near = [this.#selected ?? "", ...this.#standIns].find((id) => nodes.has(id));
    const node = near === undefined ? this.#trees[0] : nodes.get(near);
    // Without any objects, what was selected may be there again later.
    if (node !== undefined) this.#choose(node);
  }

  /** The index of the selected object's line. */
  #selectedLine(): number {
    return this.#lines.findIndex(({ node, isNote = false }) => !isNote && node && nodeId(node) === this.#selected);
  }
}

/** The names of an object and of those that it stands for. */
function namesOf({ kind, namespace, name, equal = [] }: TreeNode): readonly string[] {
  return [name, ...equal].map((each) => objectName({ kind, key: { namespace, name: each } }));
}

/** The index after the last line about the object of a line. */
function notesEnd(below: readonly TreeLine[], line: number): number {
  let end = line + 1;
  while (below[end]?.isNote === true) end += 1;
  return end;
}
