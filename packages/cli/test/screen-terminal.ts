// A terminal in memory: what is written to it is a screen that can be read, and keys can be pressed.
import { EventEmitter } from "node:events";
import { PassThrough } from "node:stream";
import xterm from "@xterm/headless";
import { vi } from "vitest";
import type { KeyInput } from "../src/dev/live/keyboard.ts";
import type { ResizedOutput } from "../src/dev/live/live-screen.ts";
import type { Terminal } from "../src/output/print-outcome.ts";

/** One terminal, and what is printed in lines on it. */
export class ScreenTerminal extends EventEmitter implements ResizedOutput {
  readonly writableNeedDrain: boolean = false;
  readonly input: KeyInput & PassThrough;
  /** Whether keys come one by one. */
  isRaw = false;
  printed = "";
  readonly stop: AbortController = new AbortController();
  columns: number;
  rows: number;
  readonly #screen: xterm.Terminal;

  constructor(columns: number, rows: number) {
    super();
    [this.columns, this.rows] = [columns, rows];
    this.#screen = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true });
    this.input = Object.assign(new PassThrough(), { setRawMode: (isRaw: boolean) => (this.isRaw = isRaw) });
  }

  /** Where lines are printed. */
  get lines(): Terminal {
    const print = (output: string): void => void (this.printed += output);
    const { signal } = this.stop;
    return { cwd: "/", env: {}, interactive: true, colors: true, signal, out: print, err: print };
  }

  write(output: string): void {
    this.#screen.write(output);
  }

  resize(columns: number, rows: number): void {
    [this.columns, this.rows] = [columns, rows];
    this.#screen.resize(columns, rows);
    this.emit("resize");
  }

  press(keys: string): void {
    this.input.write(keys);
  }

  /** Whether the screen is the one beside the lines. */
  get isAlternate(): boolean {
    return this.#screen.buffer.active.type === "alternate";
  }

  /** What is seen now. */
  seen(): string {
    const { active } = this.#screen.buffer;
    const lines = Array.from({ length: this.rows }, (_, row) => active.getLine(row)?.translateToString(true) ?? "");
    return lines.join("\n");
  }

  /** Waits until this is seen. */
  async until(pattern: RegExp): Promise<string> {
    await vi.waitFor(
      () => {
        if (!pattern.test(this.seen())) throw new Error(`nothing matches ${pattern} in:\n${this.seen()}`);
      },
      { timeout: 10_000, interval: 20 },
    );
    return this.seen();
  }
}
