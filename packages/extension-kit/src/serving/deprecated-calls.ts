// Calls of deprecated versions of hooks: each answer has a header that says so, and the log names each caller once an hour.
import type { Hook } from "@capstan/api";
import { excerpt } from "@capstan/kube";
import type { Logger } from "@capstan/process";
import type { ServeRequest, ServeResponse } from "@capstan/serve";
import { Seldom } from "../seldom.ts";

const hourMs = 3_600_000;

/** Marks the answers of one server. */
export class DeprecatedCalls {
  readonly #log: Logger;
  /** By version and caller. */
  readonly #logged = new Seldom(hourMs);

  constructor(log: Logger) {
    this.#log = log;
  }

  /** The answer to a call of a version of a hook, with a `Warning` when it is deprecated. */
  marked(version: Hook, request: ServeRequest, response: ServeResponse): ServeResponse {
    if (!version.deprecated) return response;
    const { name, apiVersion, deprecation } = version;
    const caller = excerpt(request.client?.commonName ?? request.remoteAddress);
    if (this.#logged.isDue(`${apiVersion}/${name} ${caller}`))
      this.#log.warn("A deprecated version of a hook is called", { hook: name, apiVersion, caller, ...deprecation });
    return { ...response, headers: { ...response.headers, warning: warningOf(version) } };
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
