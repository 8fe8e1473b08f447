// The calls of hooks that the processes of a project have sent, with requests and answers: the newest ones, as many as have a number of characters together.
import type { EventEmitter } from "node:events";
import { isJsonObject } from "@capstan/kube";
import { callMessage } from "../project/send-calls.ts";

/** A call as its process has sent it. Any code of the project can send messages: strings are as they came. */
export interface KeptCall {
  /** What identifies it, as in the trace. */
  readonly id: string;
  readonly hook: string;
  readonly apiVersion: string;
  readonly handler: string;
  /** Whether its request has masks in place of secrets. */
  readonly masked: boolean;
  /** Both as JSON. */
  readonly request: string;
  readonly response: string;
  /** The number of the program that answered. */
  readonly part: number;
}

/** Characters of names, of a request or an answer, and of all that is kept. */
const most = { name: 300, body: 8 * 1024 * 1024, all: 48 * 1024 * 1024 };

/** Calls a function with each call that a process sends. */
export function receiveCalls(child: EventEmitter, part: number, listener: (call: KeptCall) => void): void {
  child.on("message", (message) => {
    const call =
      isJsonObject(message) && message["message"] === callMessage ? receivedCall(message["call"], part) : undefined;
    if (call !== undefined) listener(call);
  });
}

/** A call of the right form; undefined for everything else. */
export function receivedCall(given: unknown, part: number): KeptCall | undefined {
  if (!isJsonObject(given)) return undefined;
  const { id, hook, apiVersion, handler, masked, request, response } = given;
  if (!isText(id, most.name) || !isText(hook, most.name) || !isText(apiVersion, most.name)) return undefined;
  if (!isText(handler, most.name) || !isText(request, most.body) || !isText(response, most.body)) return undefined;
  return { id, hook, apiVersion, handler, masked: masked === true, request, response, part };
}

function isText(value: unknown, longest: number): value is string {
  return typeof value === "string" && value.length <= longest;
}

/** The newest calls. */
export class CallBook {
  readonly #most: number;
  readonly #calls = new Map<string, KeptCall>();
  #characters = 0;

  constructor(mostCharacters: number = most.all) {
    this.#most = mostCharacters;
  }

  add(call: KeptCall): void {
    this.#delete(call.id);
    this.#calls.set(call.id, call);
    this.#characters += sizeOf(call);
    for (const id of this.#calls.keys()) {
      if (this.#characters <= this.#most) return;
      this.#delete(id);
    }
  }

  /** Undefined for one that was never sent, or had to make room. */
  get(id: string): KeptCall | undefined {
    return this.#calls.get(id);
  }

  /** The newest one that a function is true for. */
  last(isWanted: (call: KeptCall) => boolean): KeptCall | undefined {
    return [...this.#calls.values()].findLast(isWanted);
  }

  #delete(id: string): void {
    const call = this.#calls.get(id);
    if (call === undefined) return;
    this.#calls.delete(id);
    this.#characters -= sizeOf(call);
  }
}

/** Short ones count, too: there may be many. */
function sizeOf({ request, response }: KeptCall): number {
  return request.length + response.length + most.name;
}
