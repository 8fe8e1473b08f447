// The visible lines of the tree: objects below their owners, many siblings of one kind as a group, and what is folded away left out.
import type { ObjectRow } from "../../src/console/wire.ts";
import {
  countStates,
  isCluster,
  isSystem,
  ownershipOf,
  upgradeIn,
  type Ownership,
  type StateCounts,
} from "./ownership.ts";

/** A line of the tree. */
export interface TreeLine {
  /** Identifies the line while objects change. */
  readonly key: string;
  readonly depth: number;
  /** The object, or undefined for a group. */
  readonly row: ObjectRow | undefined;
  /** The upgrade of a Cluster, in words; empty without one. */
  readonly upgrade: string;
  /** The title of a group. */
  readonly title: string;
  /** How the objects of a group are. */
  readonly counts: StateCounts | undefined;
  /** Undefined for a line without others below it. */
  readonly open: boolean | undefined;
}

/** What decides which lines are visible. */
export interface TreeView {
  /** The keys of lines that are not as they are by default. */
  readonly toggled: ReadonlySet<string>;
  /** Only objects whose kind, name or namespace has these characters, with their owners. */
  readonly search: string;
}

/** Siblings of one kind are a group from this number on, and a group is folded from this number on. */
const limits = { group: 8, folded: 24 };

/** The lines for rows of one moment. */
export function treeLines(rows: Iterable<ObjectRow>, view: TreeView): TreeLine[] {
  const ownership = ownershipOf(rows);
  const search = view.search.trim().toLowerCase();
  const writer = new LineWriter(ownership, view.toggled, search === "" ? undefined : matching(ownership, search));
  const [clusters, others] = partition(ownership.roots, isCluster);
  const [system, own] = partition(others, isSystem);
  writer.addAll(clusters, 0, "");
  const kinds = Map.groupBy(own, ({ kind }) => kind);
  for (const [kind, list] of kinds)
    writer.addGroup({ key: `kind ${kind}`, title: kind, rows: list, depth: 0, open: list.length <= limits.folded });
  writer.addSystem(system);
  return writer.lines;
}

function partition<T>(list: readonly T[], test: (item: T) => boolean): [T[], T[]] {
  return [list.filter(test), list.filter((item) => !test(item))];
}

/** The ids of the objects that match, and of their owners. */
function matching({ roots, childrenOf }: Ownership, search: string): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (row: ObjectRow): boolean => {
    const below = childrenOf(row).filter(visit).length > 0;
    const matches = `${row.kind}/${row.namespace}/${row.name} ${row.state} ${row.phase}`.toLowerCase().includes(search);
    if (below || matches) found.add(row.id);
    return below || matches;
  };
  roots.forEach(visit);
  return found;
}

/** What a line of a group has in place of an object. */
const noObject = { row: undefined, upgrade: "" } as const;

interface Group {
  readonly key: string;
  readonly title: string;
  readonly rows: readonly ObjectRow[];
  readonly depth: number;
  readonly open: boolean;
}

class LineWriter {
  readonly lines: TreeLine[] = [];
  readonly #ownership: Ownership;
  readonly #toggled: ReadonlySet<string>;
  readonly #found: ReadonlySet<string> | undefined;

  constructor(ownership: Ownership, toggled: ReadonlySet<string>, found: ReadonlySet<string> | undefined) {
    this.#ownership = ownership;
    this.#toggled = toggled;
    this.#found = found;
  }

  /** Siblings, sorted by kind: many of one kind are a group. */
  addAll(rows: readonly ObjectRow[], depth: number, parent: string): void {
    for (const [kind, list] of Map.groupBy(this.#wanted(rows), (row) => row.kind))
      if (list.length < limits.group) for (const row of list) this.#addRow(row, depth);
      else
        this.addGroup({ key: `${parent} ${kind}`, title: kind, rows: list, depth, open: list.length <= limits.folded });
  }

  addGroup({ key, title, rows, depth, open: byDefault }: Group): void {
    const wanted = this.#wanted(rows);
    if (wanted.length === 0) return;
    const open = this.#isOpen(key, byDefault);
    this.lines.push({ ...noObject, key, depth, title, counts: countStates(wanted), open });
    if (open) for (const row of wanted) this.#addRow(row, depth + 1);
  }

  /** The machinery of the cluster: one group of groups, folded. */
  addSystem(rows: readonly ObjectRow[]): void {
    const wanted = this.#wanted(rows);
    if (wanted.length === 0) return;
    const open = this.#isOpen("system", false);
    this.lines.push({ ...noObject, key: "system", depth: 0, title: "System", counts: countStates(wanted), open });
    if (!open) return;
    for (const [kind, list] of Map.groupBy(wanted, (row) => row.kind))
      this.addGroup({ key: `system ${kind}`, title: kind, rows: list, depth: 1, open: false });
  }

  #addRow(row: ObjectRow, depth: number): void {
    const all = this.#ownership.childrenOf(row);
    const children = this.#wanted(all);
    const open = children.length === 0 ? undefined : this.#isOpen(row.id, true);
    this.lines.push({
      key: row.id,
      depth,
      row,
      upgrade: upgradeIn(row, all),
      title: row.name,
      counts: undefined,
      open,
    });
    if (open === true) this.addAll(children, depth + 1, row.id);
  }

  #wanted(rows: readonly ObjectRow[]): readonly ObjectRow[] {
    const found = this.#found;
    return found === undefined ? rows : rows.filter(({ id }) => found.has(id));
  }

  /** A search opens everything. */
  #isOpen(key: string, byDefault: boolean): boolean {
    return this.#found !== undefined || byDefault !== this.#toggled.has(key);
  }
}
