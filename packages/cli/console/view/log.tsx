// The log: what is wrong now, whole, and the lines that the project and dev printed, by their level.
import { useComputed, useSignal } from "@preact/signals";
import type { VNode } from "preact";
import type { LineLevel } from "../../src/session/words.ts";
import { linesFrom, type CountedLine } from "../model/log-filter.ts";
import { facts, log } from "../model/session.ts";
import { Clock } from "./clock.tsx";
import { longRuns, Running } from "./running.tsx";
import { VirtualList } from "./virtual-list.tsx";

const choices: readonly { readonly level: LineLevel; readonly title: string }[] = [
  { level: "debug", title: "All" },
  { level: "warn", title: "Warnings" },
  { level: "error", title: "Errors" },
];

/** What is wrong now, with the lines of code. */
function Problems(): VNode | null {
  const errors = facts.value?.errors ?? [];
  const warnings = facts.value?.warnings ?? [];
  const runs = longRuns();
  if (errors.length + warnings.length + runs.length === 0) return null;
  return (
    <section class="wrong" aria-label="What is wrong now">
      {runs.length > 0 && <Running runs={runs} look="warning" />}
      {errors.map((error) => (
        <pre key={error} class="error" tabIndex={0}>
          {error}
        </pre>
      ))}
      {warnings.map((warning) => (
        <pre key={warning} class="error warning" tabIndex={0}>
          {warning}
        </pre>
      ))}
    </section>
  );
}

function Line({ line: { time, level, text, goesOn = false, count = 1 } }: { line: CountedLine }): VNode {
  return (
    <div role="listitem" class={`table-line log-line ${level}`} title={text}>
      {goesOn ? <span /> : <Clock time={time} />}
      <span class="level">{goesOn ? "" : level}</span>
      <span class="main">
        {count > 1 && <span class="count">{count}×</span>}
        {text}
      </span>
    </div>
  );
}

/** The newest line is the last; the list stays at the end unless somebody scrolls. */
export function Log(): VNode {
  const search = useSignal("");
  const least = useSignal<LineLevel>("debug");
  const lines = useComputed(() => linesFrom(log.value, { least: least.value, search: search.value }));
  const line = (index: number): VNode | undefined => {
    const one = lines.value[index];
    return one === undefined ? undefined : <Line key={index} line={one} />;
  };
  return (
    <section class="page" aria-label="Log">
      <Problems />
      <div class="page-head">
        <input
          type="search"
          placeholder="Filter the log"
          aria-label="Filter the log"
          value={search.value}
          onInput={(event) => (search.value = event.currentTarget.value)}
        />
        <div class="choice" role="group" aria-label="Least level">
          {choices.map(({ level, title }) => (
            <button
              key={level}
              type="button"
              aria-pressed={least.value === level}
              onClick={() => (least.value = level)}
            >
              {title}
            </button>
          ))}
        </div>
      </div>
      {lines.value.length === 0 ? (
        <p class="empty">No line.</p>
      ) : (
        <VirtualList
          count={lines.value.length}
          height={24}
          line={line}
          active={lines.value.length - 1}
          attributes={{ role: "list", "aria-label": "Log" }}
        />
      )}
    </section>
  );
}
