// The cluster as a tree. It is one stop of the Tab key; arrows move and open, as in a tree of files.
import { signal, useComputed, useSignal, type Signal } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import { chosen, history, moment } from "../model/session.ts";
import { treeLines, type TreeLine } from "../model/tree-lines.ts";
import { Counts } from "./counts.tsx";
import { Glyph } from "./glyph.tsx";
import { Played } from "./played.tsx";
import { VirtualList } from "./virtual-list.tsx";

const lineHeight = 28;

export const search: Signal<string> = signal("");
const toggled: Signal<ReadonlySet<string>> = signal(new Set());

function toggle(key: string): void {
  const next = new Set(toggled.value);
  if (!next.delete(key)) next.add(key);
  toggled.value = next;
}

/** The id of a line in the document: one word, because others refer to it by lists of words. */
function lineId(key: string): string {
  return `tree-${encodeURIComponent(key)}`;
}

/** An object with the sign of its state, or the title of a group with its counts. */
function Line({ line, active, choose }: { line: TreeLine; active: boolean; choose: () => void }): VNode {
  const { row, upgrade, depth, title, open, counts, key } = line;
  const onToggle = (event: MouseEvent): void => {
    event.stopPropagation();
    toggle(key);
  };
  return (
    <div
      key={key}
      id={lineId(key)}
      role="treeitem"
      aria-level={depth + 1}
      aria-selected={active}
      aria-expanded={open}
      class={`tree-line ${active ? "active" : ""} ${row === undefined ? "group" : row.state}`}
      style={{ paddingInlineStart: `${8 + depth * 16}px` }}
      onClick={choose}
    >
      <span class={`twist ${open === undefined ? "none" : open ? "open" : ""}`} onClick={onToggle} aria-hidden="true" />
      {row !== undefined && <Glyph state={row.state} />}
      {row !== undefined && <span class="kind">{row.kind}</span>}
      <span class="name">{row === undefined ? title : row.name}</span>
      {counts !== undefined && <Total line={line} />}
      {counts !== undefined && <Counts counts={counts} />}
      {row !== undefined && <Played row={row} />}
      {upgrade !== "" && <span class="tag">{upgrade}</span>}
      {row?.paused === true && <span class="tag">paused</span>}
      {row !== undefined && row.state !== "ready" && row.state !== "plain" && (
        <span class="phase" title={row.message}>
          {row.phase}
        </span>
      )}
    </div>
  );
}

function Total({ line: { counts } }: { line: TreeLine }): VNode {
  const total = counts === undefined ? 0 : Object.values(counts).reduce((sum, count) => sum + count, 0);
  return <span class="total">{total}</span>;
}

/** What each key does at a line; undefined for a key that does nothing there. */
function keyStep(key: string, lines: readonly TreeLine[], at: number): number | "toggle" | undefined {
  const line = lines[at];
  const parent = lines.findLastIndex(({ depth }, index) => index < at && depth < (line?.depth ?? 0));
  const moves: Readonly<Record<string, number | "toggle" | undefined>> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + 15,
    PageUp: at - 15,
    Home: 0,
    End: lines.length - 1,
    ArrowRight: line?.open === false ? "toggle" : line?.open === true ? at + 1 : undefined,
    ArrowLeft: line?.open === true ? "toggle" : parent >= 0 ? parent : undefined,
    Enter: line === undefined ? undefined : line.row === undefined ? "toggle" : at,
    " ": line?.open === undefined ? undefined : "toggle",
  };
  return moves[key];
}

/** The tree. */
export function Tree(): VNode {
  const lines = useComputed(() => {
    void moment.value;
    return treeLines(history.rows.values(), { toggled: toggled.value, search: search.value });
  });
  const activeKey = useSignal("");
  const list = lines.value;
  // What is chosen elsewhere, such as the next object that failed, is the line of the tree, too.
  useEffect(() => {
    if (chosen.value !== "") activeKey.value = chosen.value;
  }, [chosen.value]);
  const at = list.findIndex(({ key }) => key === activeKey.value);
  const choose = (index: number): void => {
    const line = list[Math.min(Math.max(index, 0), list.length - 1)];
    if (line === undefined) return;
    activeKey.value = line.key;
    if (line.row !== undefined) chosen.value = line.row.id;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = keyStep(event.key, list, at);
    if (step === undefined) return;
    event.preventDefault();
    if (step === "toggle") toggle(activeKey.value);
    else choose(step);
  };
  // Who arrives with the keyboard sees where the arrows begin; what they choose comes with the first of them.
  const onFocus = ({ currentTarget }: FocusEvent): void => {
    const isByKey = currentTarget instanceof Element && currentTarget.matches(":focus-visible");
    if (at < 0 && isByKey) activeKey.value = list[0]?.key ?? "";
  };
  const attributes = {
    role: "tree",
    tabIndex: 0,
    id: "tree",
    "aria-label": "Objects by owner",
    "aria-activedescendant": at >= 0 ? lineId(activeKey.value) : undefined,
    onKeyDown,
    onFocus,
  };
  const line = (index: number): VNode | undefined => {
    const one = list[index];
    if (one === undefined) return undefined;
    const choice = (): void => (one.row === undefined ? toggle(one.key) : choose(index));
    return <Line key={one.key} line={one} active={one.key === activeKey.value} choose={choice} />;
  };
  if (list.length === 0)
    return (
      <p class="empty">
        {search.value === "" ? "No objects." : `No object has "${search.value}" in its kind, name or state.`}
      </p>
    );
  return (
    <VirtualList class="tree" count={list.length} height={lineHeight} line={line} active={at} attributes={attributes} />
  );
}
