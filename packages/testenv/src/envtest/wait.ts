// Waits for a condition while the process that it depends on runs.
import { setTimeout as sleep } from "node:timers/promises";
import type { CapstanError } from "@capstan/kube";
import type { LocalProcess } from "../host/process.ts";
import { envtestError } from "./errors.ts";

/** A condition to wait for. */
export interface Wait {
  /** The condition in error messages, for example "etcd to be healthy". */
  readonly what: string;
  /** Resolves to true when the condition is met; a rejection counts as false. */
  readonly until: () => Promise<boolean>;
  /** When this process ends, waiting fails at once with its last log lines. */
  readonly process: LocalProcess;
  readonly withinMs?: number;
  /** Ends the wait: it rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
}

/** Short, because every test suite starts a control plane. */
const intervalMs = 50;

/** Waits; rejects when the process ends or the time is over. */
export async function waitFor({ what, until, process, withinMs = 60_000, signal }: Wait): Promise<void> {
  const deadline = Date.now() + withinMs;
  let problem: unknown;
  for (;;) {
    signal?.throwIfAborted();
    if (process.exit !== undefined) throw failed(`${process.name} ended while waiting for ${what}`, process, problem);
    try {
      if (await until()) return;
    } catch (error) {
      problem = error;
    }
    if (Date.now() > deadline)
      throw failed(`timed out after ${withinMs / 1000} s waiting for ${what}`, process, problem);
    await sleep(intervalMs);
  }
}

function failed(what: string, process: LocalProcess, cause: unknown): CapstanError {
  const tail = process.lastLines(15).map((line) => `  ${line}`);
  const lines = tail.join("\n");
  return envtestError("testenv/not-ready", { what, lines, log: process.log }, cause);
}
