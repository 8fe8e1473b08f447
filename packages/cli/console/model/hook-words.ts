// How a call of a hook is shown: what was answered, in a word, and the rest of the answer, the most important first.
import type { HookTrace } from "@capstan/kube/trace";

/** A call in words. */
export interface HookWords {
  readonly look: "done" | "held" | "error";
  readonly sign: string;
  readonly word: string;
  /** Empty when it only repeats the name of the hook. */
  readonly handler: string;
  readonly answer: string;
}

const answers = {
  done: { look: "done", sign: "✓", word: "allowed" },
  held: { look: "held", sign: "‖", word: "waits" },
  error: { look: "error", sign: "▲", word: "failed" },
} as const;

/** `BeforeClusterUpgrade` with another time is an upgrade that waits, although its status is Success. */
export function hookWords({
  hook,
  handler,
  cluster,
  status,
  retryAfterSeconds = 0,
  message = "",
}: HookTrace): HookWords {
  const answer = answers[status === "Failure" ? "error" : retryAfterSeconds > 0 ? "held" : "done"];
  const again = retryAfterSeconds > 0 ? `again in ${retryAfterSeconds} s` : "";
  const reason = [again, message].filter((part) => part !== "").join(": ");
  const about = cluster === undefined ? "" : [cluster.namespace, cluster.name].filter((part) => part !== "").join("/");
  return {
    ...answer,
    handler: plain(handler) === plain(hook) ? "" : handler,
    answer: [reason, about].filter((part) => part !== "").join(" · "),
  };
}

/** `before-cluster-upgrade` is the usual name of a handler of `BeforeClusterUpgrade`. */
function plain(name: string): string {
  return name.replaceAll("-", "").toLowerCase();
}
