// The page of the hooks: each call with its answer, above them those that are not answered yet; a row opens, and shows the whole of it below the list.
import { useComputed, useSignal } from "@preact/signals";
import type { VNode } from "preact";
import type { HookTrace } from "@capstan/kube/trace";
import { handlerWord, hookWords, type HookWords, type OpenCall, openCallWords } from "../../src/session/words.ts";
import { failureAbout } from "../model/log-filter.ts";
import { connection, facts, history, isLive, log, moment, serverNow, trace } from "../model/session.ts";
import { clockTime, lengthOfTime } from "../model/time-buckets.ts";
import { useClock } from "./running.tsx";
import { VirtualList } from "./virtual-list.tsx";

interface HookLineProps {
  readonly hook: HookTrace;
  readonly open: boolean;
  readonly toggle: () => void;
}

const signs: Readonly<Record<HookWords["look"], string>> = { done: "✓", held: "‖", error: "▲" };

/** The answer, and the Cluster that it is about. */
function Answer({ hook: { cluster }, reason }: { hook: Pick<HookTrace, "cluster">; reason: string }): VNode {
  const about = [cluster?.namespace ?? "", cluster?.name ?? ""].filter((part) => part !== "").join("/");
  return <>{[reason, about].filter((part) => part !== "").join(" · ")}</>;
}

function OpenCallLine({ call }: { call: OpenCall }): VNode {
  useClock();
  return (
    <div class="table-line hook-line calling">
      <time>{clockTime(call.at, true)}</time>
      <span class="outcome wait">
        <span aria-hidden="true">◌</span> called
      </span>
      <span class="main">
        <strong>{call.hook}</strong> <span class="quiet">{handlerWord(call)}</span>
      </span>
      <span class="cause">
        <Answer hook={call} reason={openCallWords(call, serverNow())} />
      </span>
      <span class="number" />
    </div>
  );
}

/** Those of now, the newest first: the page has no calls of another moment that were not answered. */
function openCalls(): readonly OpenCall[] {
  return isLive.value && connection.value !== "ended" ? (facts.value?.calling ?? []).toReversed() : [];
}

function HookLine({ hook, open, toggle }: HookLineProps): VNode {
  const { look, word, handler, reason } = hookWords(hook);
  return (
    <button
      type="button"
      class={`table-line hook-line ${look} ${open ? "active" : ""}`}
      aria-expanded={open}
      aria-controls={open ? "hook" : undefined}
      onClick={toggle}
    >
      <time>{clockTime(hook.at, true)}</time>
      <span class={`outcome ${look}`}>
        <span aria-hidden="true">{signs[look]}</span> {word}
      </span>
      <span class="main">
        <strong>{hook.hook}</strong> <span class="quiet">{handler}</span>
      </span>
      <span class={`cause ${look === "done" ? "quiet" : ""}`}>
        <Answer hook={hook} reason={reason} />
      </span>
      <span class="number">{lengthOfTime(hook.ms)}</span>
    </button>
  );
}

/** The whole answer; of a failure also what the log has about it. */
function OpenHook({ hook, close }: { hook: HookTrace; close: () => void }): VNode {
  const { look, word, reason } = hookWords(hook);
  const failure = look === "error" ? failureAbout(log.value, `handler ${hook.handler}`, hook.at) : [];
  return (
    <section class="open-hook" id="hook" aria-label="Call of a hook">
      <div class="run-head">
        <time>{clockTime(hook.at, true)}</time>
        <strong>{hook.hook}</strong>
        <span class={`outcome ${look}`}>
          <span aria-hidden="true">{signs[look]}</span> {word}
        </span>
        <span class="quiet">
          handler {hook.handler} · status {hook.status} · {lengthOfTime(hook.ms)}
        </span>
        <button type="button" class="icon" aria-label="Close" onClick={close}>
          ×
        </button>
      </div>
      <p class="answer">
        <Answer hook={hook} reason={reason} />
      </p>
      {failure.length > 0 && (
        <pre class="error" tabIndex={0}>
          {failure.map(({ text }) => text).join("\n")}
        </pre>
      )}
    </section>
  );
}

/** All calls of hooks, newest first. */
export function Hooks(): VNode {
  const hooks = useComputed(() => {
    void moment.value;
    const end = isLive.value ? Infinity : history.shown.time;
    return trace.value
      .filter((record) => record.type === "hook")
      .filter(({ at }) => at <= end)
      .toReversed();
  });
  const open = useSignal<HookTrace | undefined>(undefined);
  const close = (): void => {
    open.value = undefined;
  };
  const line = (index: number): VNode | undefined => {
    const hook = hooks.value[index];
    if (hook === undefined) return undefined;
    const isOpen = open.value === hook;
    const toggle = (): void => {
      open.value = isOpen ? undefined : hook;
    };
    return <HookLine key={hooks.value.length - index} hook={hook} open={isOpen} toggle={toggle} />;
  };
  const calls = openCalls();
  return (
    <section class="page" aria-label="Hooks" onKeyDown={({ key }) => key === "Escape" && close()}>
      {calls.map((call) => (
        <OpenCallLine key={`${call.hook} ${call.handler} ${call.at}`} call={call} />
      ))}
      {hooks.value.length + calls.length === 0 && <p class="empty">No hook was called yet.</p>}
      {hooks.value.length > 0 && (
        <VirtualList
          count={hooks.value.length}
          height={32}
          line={line}
          attributes={{ role: "group", "aria-label": "Calls of hooks, newest first" }}
        />
      )}
      {open.value !== undefined && <OpenHook hook={open.value} close={close} />}
    </section>
  );
}
