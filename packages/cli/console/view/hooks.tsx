// The page of the hooks: each call with its answer, above them those that are not answered yet; a row opens, and shows the whole call beside the list.
import { useComputed, useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useRef } from "preact/hooks";
import type { HookTrace } from "@capstan/kube/trace";
import { handlerWord, hookWords, type OpenCall, openCallWords } from "../../src/session/words.ts";
import { connection, facts, history, isLive, moment, serverNow, trace } from "../model/session.ts";
import { lengthOfTime } from "../model/time-buckets.ts";
import { AnswerWords, CallPage, signs } from "./call-page.tsx";
import { Clock } from "./clock.tsx";
import { type LineFocus, moveFocus, useLineFocus } from "./line-focus.ts";
import { useClock } from "./running.tsx";
import { VirtualList } from "./virtual-list.tsx";

interface HookLineProps {
  readonly hook: HookTrace;
  readonly open: boolean;
  readonly focus: LineFocus;
  readonly toggle: (line: HTMLElement) => void;
}

function OpenCallLine({ call }: { call: OpenCall }): VNode {
  useClock();
  return (
    <div class="table-line hook-line calling">
      <Clock time={call.at} />
      <span class="outcome wait">
        <span aria-hidden="true">◌</span> <span class="word">called</span>
      </span>
      <span class="main">
        <strong>{call.hook}</strong> <span class="quiet">{handlerWord(call)}</span>
      </span>
      <span class="cause">
        <AnswerWords hook={call} reason={openCallWords(call, serverNow())} />
      </span>
      <span class="number" />
    </div>
  );
}

/** Those of now, the newest first: the page has no calls of another moment that were not answered. */
function openCalls(): readonly OpenCall[] {
  return isLive.value && connection.value !== "ended" ? (facts.value?.calling ?? []).toReversed() : [];
}

function HookLine({ hook, open, focus, toggle }: HookLineProps): VNode {
  const { look, word, handler, reason } = hookWords(hook);
  return (
    <button
      type="button"
      class={`table-line hook-line ${look} ${open ? "active" : ""}`}
      {...focus}
      aria-expanded={open}
      aria-controls={open ? "hook" : undefined}
      onClick={({ currentTarget }) => toggle(currentTarget)}
    >
      <Clock time={hook.at} />
      <span class={`outcome ${look}`}>
        <span aria-hidden="true">{signs[look]}</span> <span class="word">{word}</span>
      </span>
      <span class="main">
        <strong>{hook.hook}</strong> <span class="quiet">{handler}</span>
      </span>
      <span class={`cause ${look === "done" ? "quiet" : ""}`}>
        <AnswerWords hook={hook} reason={reason} />
      </span>
      <span class="number">{lengthOfTime(hook.ms)}</span>
    </button>
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
  const opened = useRef<HTMLElement | null>(null);
  const close = (): void => {
    open.value = undefined;
    // A narrow page has no list while a call is open.
    requestAnimationFrame(() => opened.current?.focus());
  };
  const focusOf = useLineFocus(hooks.value.length);
  const line = (index: number): VNode | undefined => {
    const hook = hooks.value[index];
    if (hook === undefined) return undefined;
    const isOpen = open.value === hook;
    const toggle = (element: HTMLElement): void => {
      opened.current = element;
      open.value = isOpen ? undefined : hook;
    };
    return (
      <HookLine key={hooks.value.length - index} hook={hook} open={isOpen} focus={focusOf(index)} toggle={toggle} />
    );
  };
  const calls = openCalls();
  return (
    <section
      class={`page hooks ${open.value === undefined ? "" : "with-call"}`}
      aria-label="Hooks"
      onKeyDown={(event) => event.key === "Escape" && !event.defaultPrevented && close()}
    >
      <div class="hook-list">
        {calls.map((call) => (
          <OpenCallLine key={`${call.hook} ${call.handler} ${call.at}`} call={call} />
        ))}
        {hooks.value.length + calls.length === 0 && <p class="empty">No hook was called yet.</p>}
        {hooks.value.length > 0 && (
          <VirtualList
            count={hooks.value.length}
            height={32}
            line={line}
            attributes={{ role: "group", "aria-label": "Calls of hooks, newest first", onKeyDown: moveFocus }}
          />
        )}
      </div>
      {open.value !== undefined && <CallPage hook={open.value} close={close} />}
    </section>
  );
}
