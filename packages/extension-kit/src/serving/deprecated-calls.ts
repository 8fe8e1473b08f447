// Calls of deprecated versions of hooks: each answer has a header that says so, and the log names each caller once an hour.
import type { Hook } from "@capstan/api";
import { excerpt } from "@capstan/kube";
import type { Logger } from "@capstan/process";
import type { ServeRequest, ServeResponse } from "@capstan/serve";

const hourMs = 3_600_000;
/** As many callers are remembered, and as many lines an hour are the most. */
const mostCallers = 1000;

/** Marks the answers of one server. */
export class DeprecatedCalls {
  readonly #log: Logger;
  /** When each caller of each version was logged, the longest ago first. */
  readonly #logged = new Map<string, number>();

  constructor(log: Logger) {
    this.#log = log;
  }

  /** The answer to a call of a version of a hook, with a `Warning` when it is deprecated. */
  marked(version: Hook, request: ServeRequest, response: ServeResponse): ServeResponse {
    if (!version.deprecated) return response;
    const { name, apiVersion, deprecation } = version;
    const caller = excerpt(request.client?.commonName ?? request.remoteAddress);
    if (this.#isDue(`${apiVersion}/${name} ${caller}`, performance.now()))
      this.#log.warn("A deprecated version of a hook is called", { hook: name, apiVersion, caller, ...deprecation });
    return { ...response, headers: { ...response.headers, warning: warningOf(version) } };
  }

  #isDue(key: string, now: number): boolean {
    for (const [old, at] of this.#logged) {
      if (now - at < hourMs) break;
      this.#logged.delete(old);
    }
    if (this.#logged.has(key) || this.#logged.size >= mostCallers) return false;
    this.#logged.set(key, now);
    return true;
  }
}

/** The value of the header: the code of a warning that stays true, no agent, and one sentence in quotes. */
function warningOf({ name, apiVersion, deprecation }: Hook): string {
  const { since, replacement, removal } = deprecation ?? {};
  const sentences = [
    `${name} of ${apiVersion} is deprecated${since === undefined ? "" : ` since ${since}`}`,
    ...(replacement === undefined ? [] : [`use ${replacement}`]),
    ...(removal === undefined ? [] : [`it may be removed in ${removal}`]),
  ];
  return `299 - "${Array.from(sentences.join("; "), inQuotes).join("")}"`;
}

/** Authors write these words, and a header cannot have all of them. */
function inQuotes(letter: string): string {
  return letter >= " " && letter <= "~" && letter !== '"' && letter !== "\\" ? letter : "?";
}
