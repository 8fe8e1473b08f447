// What attacks and fuzzes work with: random values, a folder, and the record of what went wrong.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import { describeError } from "@capstan/kube";
import type { Fault } from "./area.ts";
import { busyMs } from "@capstan/repo/loop-watch";
import { Random } from "@capstan/repo";
import { stallLimitMs } from "./stall-limit.ts";

/** Of an input, this much is printed. */
const shownCharacters = 300;

/** The record of one attack or one fuzz, and its tools. */
export class Lab implements Disposable {
  readonly random: Random;
  /** An empty folder, removed afterwards. */
  readonly folder: string = mkdtempSync(join(tmpdir(), "capstan-attack-"));
  readonly faults: Fault[] = [];
  #longestStallMs = 0;
  #growthMiB: number | undefined;

  constructor(seed: number) {
    this.random = new Random(seed);
  }

  get longestStallMs(): number {
    return this.#longestStallMs;
  }

  /** How much memory a victim used, if one was measured; it counts in the place of this process's. */
  get growthMiB(): number | undefined {
    return this.#growthMiB;
  }

  /** Records how much memory a victim used above what it used when it was ready. */
  growth(miB: number): void {
    this.#growthMiB = Math.max(this.#growthMiB ?? 0, miB);
  }

  /** Records something that went wrong with an input. */
  fault(kind: Fault["kind"], what: string, input: unknown): void {
    const shown = inspect(input, { depth: 4, maxStringLength: shownCharacters }).slice(0, 2 * shownCharacters);
    this.faults.push({ kind, text: `${what}: ${shown}` });
  }

  /** Records how long an input held the event loop. */
  stall(ms: number, input: unknown, limitMs: number = stallLimitMs()): void {
    this.#longestStallMs = Math.max(this.#longestStallMs, ms);
    if (ms > limitMs) this.fault("stalled", `${ms.toFixed(0)} ms (limit ${limitMs})`, input);
  }

  /**
   * Runs synchronous work on an input, and records how long it took. An error is a crash unless `isExpected` accepts it; the result is
   * undefined then.
   */
  hold<T>(input: unknown, work: () => T, isExpected: (error: unknown) => boolean): T | undefined {
    try {
      return this.#timed(input, work);
    } catch (error) {
      if (!isExpected(error)) this.fault("crashed", describeError(error), input);
      return undefined;
    }
  }

  /** A slow input runs again: a pause of the garbage collector is not the input's. */
  #timed<T>(input: unknown, work: () => T): T {
    const first = timed(work);
    const ms = first.ms > stallLimitMs() ? Math.min(first.ms, timed(work).ms) : first.ms;
    this.stall(ms, input);
    if ("error" in first) throw first.error;
    return first.value;
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

type Timed<T> = { readonly ms: number } & ({ readonly value: T } | { readonly error: unknown });

function timed<T>(work: () => T): Timed<T> {
  const from = busyMs();
  try {
    const value = work();
    return { ms: busyMs() - from, value };
  } catch (error) {
    return { ms: busyMs() - from, error };
  }
}
