// How the process of an entry sends its trace to the command that started it: in batches through its channel. The engine publishes in the middle of its work, and the command may be slow, so the records wait here; of too many the
// oldest are dropped, and counted. No package is imported: this runs before all else, and the project's packages publish to the channel by its name.
import { subscribe } from "node:diagnostics_channel";
import { sendCalls } from "./send-calls.ts";

/** The environment variable that asks for the trace. */
const variable = "CAPSTAN_TRACE";
/** The name of the channel in `@capstan/kube/trace`. */
export const tracesOfProject = "capstan:trace";
/** What marks a batch among the messages of the process. */
export const traceMessage = "capstan: the trace";

/** A batch, as it is sent. */
export interface SentTrace {
  readonly message: typeof traceMessage;
  readonly records: readonly unknown[];
  /** How many records were dropped since the last batch. */
  readonly dropped: number;
}

/** How often batches are sent at most. */
const batchMs = 50;
/** So many records are in a batch: to make JSON of more would keep the project waiting. */
const mostSent = 500;
/** So many records wait. */
const mostWaiting = 4000;

/** The variable for a process that is to send its trace. */
export const traceVariable: Readonly<Record<string, string>> = { [variable]: "1" };

/** Sends the trace, and the calls of hooks, if the environment asks for it. What the process starts is not asked. */
export function sendTrace(): void {
  const { [variable]: wanted } = process.env;
  Reflect.deleteProperty(process.env, variable);
  if (wanted === undefined) return;
  const waiting = new WaitingRecords();
  subscribe(tracesOfProject, (record) => waiting.add(record));
  sendCalls();
  // What comes last says why the process ends.
  process.once("exit", () => waiting.sendLast());
}

class WaitingRecords {
  #records: unknown[] = [];
  #dropped = 0;
  #isBusy = false;

  add(record: unknown): void {
    this.#records.push(record);
    // A part at once: each removal moves all others.
    if (this.#records.length > mostWaiting) this.#dropped += this.#records.splice(0, mostSent).length;
    this.#sendSoon();
  }

  /** Sends the next batch. */
  send(): void {
    if (!process.connected || process.send === undefined) return;
    const records = this.#records.splice(0, mostSent);
    if (records.length === 0 && this.#dropped === 0) return;
    const batch: SentTrace = { message: traceMessage, records, dropped: this.#dropped };
    this.#dropped = 0;
    try {
      process.send(batch, undefined, undefined, () => this.#sent());
    } catch {
      // Somebody else has published what is no JSON.
      this.#dropped = batch.dropped + records.length;
      this.#sent();
    }
  }

  /** Sends the newest records, and counts the others: there is no next batch. */
  sendLast(): void {
    this.#dropped += this.#records.splice(0, Math.max(0, this.#records.length - mostSent)).length;
    this.send();
  }

  #sendSoon(): void {
    if (this.#isBusy) return;
    this.#isBusy = true;
    setTimeout(() => this.send(), batchMs).unref();
  }

  /** The next batch waits until the command has taken this one. */
  #sent(): void {
    this.#isBusy = false;
    if (this.#records.length > 0 || this.#dropped > 0) this.#sendSoon();
  }
}
