// Waits for something to become true, while a process that it depends on lives. Used inside the real backend.
import { setTimeout as sleep } from "node:timers/promises";
import type { CapstanError } from "@capstan/kube";
import type { LocalProcess } from "../host/process.ts";
import { envtestError } from "./errors.ts";

/** What is waited for. */
export interface Wait {
  /** What is waited for, for messages: "etcd to answer". */
  readonly what: string;
  /** Resolves to true when it is there; a rejection counts as not yet. */
  readonly until: () => Promise<boolean>;
  /** Waiting ends at once, with its last words, when this process ends. */
  readonly process: LocalProcess;
  readonly withinMs?: number;
}

/** Asked this often: a control plane is started for every suite, so short. */
const intervalMs = 50;

/** Waits; rejects when the process has ended or the time is up. */
export async function waitFor({ what, until, process, withinMs = 60_000 }: Wait): Promise<void> {
  const deadline = Date.now() + withinMs;
  let problem: unknown;
  for (;;) {
    if (process.exit !== undefined) throw failed(`${process.name} ended while waiting for ${what}`, process, problem);
    try {
      if (await until()) return;
    } catch (error) {
      problem = error;
    }
    if (Date.now() > deadline) throw failed(`waited ${withinMs / 1000} s in vain for ${what}`, process, problem);
    await sleep(intervalMs);
  }
}

function failed(what: string, process: LocalProcess, cause: unknown): CapstanError {
  const tail = process.lastLines(15).map((line) => `  ${line}`);
  const lines = tail.join("\n");
  return envtestError("testenv/not-ready", { what, lines, log: process.log }, cause);
}
