// How a call of a hook is worded, on the screen of dev and on the page of its console. The page is a program of a browser: nothing here may need Node.
import type { HookTrace } from "@capstan/kube/trace";

/** A call in words. */
export interface HookWords {
  readonly look: "done" | "held" | "error";
  readonly word: "allowed" | "waits" | "failed";
  /** Empty where it only repeats the name of the hook, as that of a handler does unless its author gives it another. */
  readonly handler: string;
  /** When the hook is called again, and the message. */
  readonly reason: string;
}

const answers = {
  done: { look: "done", word: "allowed" },
  held: { look: "held", word: "waits" },
  error: { look: "error", word: "failed" },
} as const;

/** `BeforeClusterUpgrade` with another time is an upgrade that waits, although its status is Success. */
export function hookWords(
  call: Pick<HookTrace, "hook" | "handler" | "status" | "retryAfterSeconds" | "message">,
): HookWords {
  const { hook, handler, status, retryAfterSeconds = 0, message = "" } = call;
  const answer = answers[status !== "Success" ? "error" : retryAfterSeconds > 0 ? "held" : "done"];
  const again = answer.look === "held" ? `again in ${retryAfterSeconds} s` : "";
  return {
    ...answer,
    handler: plain(handler) === plain(hook) ? "" : handler,
    reason: [again, message].filter((part) => part !== "").join(": "),
  };
}

function plain(name: string): string {
  return name.replaceAll("-", "").toLowerCase();
}
