// How the process of an entry sends the calls of its hooks, with requests and answers, to the command that started it: one after the other, each when the command has taken the one before. They are large, so few of them wait;
// of too many the oldest are dropped. No package is imported, as in send-trace.ts.
import { subscribe } from "node:diagnostics_channel";

/** The name of the channel in `@capstan/extension-kit`. */
const callsOfProject = "capstan:calls";
/** What marks a call among the messages of the process. */
export const callMessage = "capstan: a call";

/** A call, as it is sent. */
export interface CallMessage {
  readonly message: typeof callMessage;
  readonly call: unknown;
}

/** Characters of all calls that wait, and so of the largest one. */
const mostWaiting = 16 * 1024 * 1024;

/** Sends each call. */
export function sendCalls(): void {
  const waiting = new WaitingCalls();
  subscribe(callsOfProject, (call) => waiting.add(call));
}

class WaitingCalls {
  readonly #calls: { readonly call: unknown; readonly characters: number }[] = [];
  #characters = 0;
  #isBusy = false;

  add(call: unknown): void {
    const characters = charactersOf(call);
    this.#calls.push({ call, characters });
    this.#characters += characters;
    while (this.#characters > mostWaiting) this.#drop();
    this.#send();
  }

  #drop(): unknown {
    const oldest = this.#calls.shift();
    this.#characters -= oldest?.characters ?? 0;
    return oldest?.call;
  }

  #send(): void {
    if (this.#isBusy || this.#calls.length === 0 || !process.connected || process.send === undefined) return;
    const sent: CallMessage = { message: callMessage, call: this.#drop() };
    this.#isBusy = true;
    const next = (): void => {
      this.#isBusy = false;
      this.#send();
    };
    try {
      process.send(sent, undefined, undefined, next);
    } catch {
      // Somebody else has published what is no JSON.
      next();
    }
  }
}

function charactersOf(call: unknown): number {
  if (typeof call !== "object" || call === null) return 0;
  return Object.values(call).reduce<number>((sum, value) => sum + (typeof value === "string" ? value.length : 0), 0);
}
