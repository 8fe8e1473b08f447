// The page of one call of a hook: what the trace has of it, and, where dev has kept it, its request, its answer, and what is called again.
import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { HookTrace } from "@capstan/kube/trace";
import type { CallDetail } from "../../src/call/shown-call.ts";
import { hookWords, type HookWords } from "../../src/session/words.ts";
import { failureAbout } from "../model/log-filter.ts";
import { readCall } from "../model/server-calls.ts";
import { connection, log } from "../model/session.ts";
import { clockTime, lengthOfTime } from "../model/time-buckets.ts";
import { Templates } from "./answer.tsx";
import { CallAgain } from "./call-again.tsx";
import { Tabs } from "./tabs.tsx";
import { YamlView } from "./yaml-view.tsx";

/** The signs of answers. */
export const signs: Readonly<Record<HookWords["look"], string>> = { done: "✓", held: "‖", error: "▲" };

/** The answer, and the Cluster that it is about. */
export function AnswerWords({
  hook: { cluster },
  reason,
}: {
  readonly hook: Pick<HookTrace, "cluster">;
  readonly reason: string;
}): VNode {
  const about = [cluster?.namespace ?? "", cluster?.name ?? ""].filter((part) => part !== "").join("/");
  return <>{[reason, about].filter((part) => part !== "").join(" · ")}</>;
}

type TabName = "patches" | "answer" | "request" | "again";

/** A call is kept a moment after its trace has come, so that it is looked for more than once. */
const tries = { count: 5, waitMs: 300 };

/** The call as dev has kept it; null when it does not have it. */
function useCall(id: string | undefined): CallDetail | null | undefined {
  const detail = useSignal<CallDetail | null | undefined>(undefined);
  useEffect(() => {
    let isCurrent = true;
    const read = async (given: string): Promise<CallDetail | null> => {
      for (let left = tries.count; isCurrent && left > 0; left -= 1) {
        const found = await readCall(given).catch(() => undefined);
        if (isWhole(found)) return found;
        await new Promise((resolve) => setTimeout(resolve, tries.waitMs));
      }
      return null;
    };
    detail.value = id === undefined ? null : undefined;
    if (id !== undefined) void read(id).then((found) => isCurrent && (detail.value = found));
    return () => {
      isCurrent = false;
    };
  }, [id]);
  return detail.value;
}

function isWhole(found: Partial<CallDetail> | undefined): found is CallDetail {
  return found?.id !== undefined;
}

/** The parts of a call that dev has kept. */
function KeptParts({ call }: { call: CallDetail }): VNode {
  const { answer, obstacle, masked, request } = call;
  const first = answer.templates.length > 0 ? "patches" : "answer";
  const tab = useSignal<TabName>(first);
  const canCall = obstacle === "" && connection.value !== "ended";
  const tabs = [
    ...(answer.templates.length > 0 ? [{ name: "patches", title: "Patches" } as const] : []),
    { name: "answer", title: "Answer" } as const,
    { name: "request", title: "Request" } as const,
    ...(canCall ? [{ name: "again", title: "Call again" } as const] : []),
  ];
  const panels: Readonly<Record<TabName, () => VNode>> = {
    patches: () => <Templates templates={answer.templates} />,
    answer: () => <YamlView yaml={answer.yaml} />,
    request: () => <YamlView yaml={request} />,
    again: () => <CallAgain call={call} close={() => (tab.value = first)} />,
  };
  return (
    <>
      {masked && tab.value !== "again" && <p class="notice">Secrets of this call are masked, as on a tape.</p>}
      {answer.problem !== "" && <p class="notice">{answer.problem}</p>}
      <Tabs label="call" items={tabs} current={tab.value} choose={(name) => (tab.value = name)} />
      <div class="panel" id="panel-call" role="tabpanel" aria-labelledby={`tab-call-${tab.value}`}>
        {panels[tab.value]()}
      </div>
    </>
  );
}

/** The page. */
export function CallPage({ hook, close }: { hook: HookTrace; close: () => void }): VNode {
  const { look, word, reason } = hookWords(hook);
  const call = useCall(hook.call);
  const section = useRef<HTMLElement>(null);
  // Who has chosen it with the keyboard goes on in it.
  useLayoutEffect(() => section.current?.focus(), [hook]);
  const failure = look === "error" ? failureAbout(log.value, `handler ${hook.handler}`, hook.at) : [];
  return (
    <section class="open-hook" id="hook" aria-label="Call of a hook" tabIndex={-1} ref={section}>
      <div class="run-head">
        <button type="button" class="back icon" aria-label="Back to the calls" onClick={close}>
          ←
        </button>
        <time>{clockTime(hook.at, true)}</time>
        <strong>{hook.hook}</strong>
        <span class={`outcome ${look}`}>
          <span aria-hidden="true">{signs[look]}</span> {word}
        </span>
        <span class="quiet">
          handler {hook.handler} · status {hook.status} · {lengthOfTime(hook.ms)}
        </span>
        <button type="button" class="close icon" aria-label="Close" onClick={close}>
          ×
        </button>
      </div>
      <p class="answer">
        <AnswerWords hook={hook} reason={reason} />
      </p>
      {failure.length > 0 && (
        <pre class="error" tabIndex={0}>
          {failure.map(({ text }) => text).join("\n")}
        </pre>
      )}
      {call === null && <p class="quiet">Dev does not have the request: the newest calls are kept, up to 48 MB.</p>}
      {call !== null && call !== undefined && <KeptParts key={call.id} call={call} />}
    </section>
  );
}
