// A row of tabs: one stop of the Tab key, arrows choose.
import type { VNode } from "preact";

/** A tab. */
export interface TabItem<Name extends string> {
  readonly name: Name;
  readonly title: string;
  /** A number beside the title. */
  readonly count?: number;
}

/** What the row shows, and what it calls. */
export interface TabsProps<Name extends string> {
  readonly label: string;
  readonly items: readonly TabItem<Name>[];
  readonly current: Name;
  readonly choose: (name: Name) => void;
}

/** The tabs; the panel below them has the id `panel-<label>`. */
export function Tabs<Name extends string>({ label, items, current, choose }: TabsProps<Name>): VNode {
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const next = items[(items.findIndex(({ name }) => name === current) + by + items.length) % items.length];
    if (next === undefined) return;
    choose(next.name);
    document.getElementById(`tab-${label}-${next.name}`)?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
      {items.map(({ name, title, count }) => (
        <button
          key={name}
          type="button"
          id={`tab-${label}-${name}`}
          role="tab"
          aria-selected={name === current}
          aria-controls={`panel-${label}`}
          tabIndex={name === current ? 0 : -1}
          onClick={() => choose(name)}
        >
          {title}
          {count !== undefined && count > 0 && <span class="count">{count}</span>}
        </button>
      ))}
    </div>
  );
}
