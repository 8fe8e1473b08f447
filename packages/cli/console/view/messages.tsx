// Short messages at the edge of the page: what an action did, or why it failed. They leave by themselves.
import { signal, type Signal } from "@preact/signals";
import type { VNode } from "preact";
import type { ActionAnswer, ConsoleAction } from "../../src/console/wire.ts";
import { runAction } from "../model/server-calls.ts";

interface Message extends ActionAnswer {
  readonly id: number;
}

const messages: Signal<readonly Message[]> = signal([]);
const shownMs = 6000;
let count = 0;

/** Shows a message. */
export function tell(answer: ActionAnswer): void {
  count += 1;
  const message = { ...answer, id: count };
  messages.value = [...messages.value, message].slice(-4);
  setTimeout(() => {
    messages.value = messages.value.filter(({ id }) => id !== message.id);
  }, shownMs);
}

/** Runs an action and shows what came of it. */
export function act(action: ConsoleAction): void {
  runAction(action).then(tell, (error: unknown) => tell({ ok: false, message: String(error) }));
}

/** The messages. */
export function Messages(): VNode {
  return (
    <div class="messages" role="status" aria-live="polite">
      {messages.value.map(({ id, ok, message }) => (
        <p key={id} class={ok ? "ok" : "bad"}>
          {message}
        </p>
      ))}
    </div>
  );
}
