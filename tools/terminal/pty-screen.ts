// A command in a pseudo terminal, with the screen that a terminal shows of it. The pseudo terminal is that of the program `script` (util-linux).
import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync, readlinkSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import xterm from "@xterm/headless";

/** What runs, where, and on how large a terminal. */
export interface PtyOptions {
  readonly command: readonly string[];
  readonly cwd: string;
  readonly columns: number;
  readonly rows: number;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Called with what the command writes, when it comes. */
  readonly wrote?: (output: string) => void;
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

/** One command with its terminal. */
export class PtyScreen {
  /** All that the command has written. */
  raw = "";
  /** What is seen, cell by cell. */
  readonly terminal: xterm.Terminal;
  readonly #child: ChildProcess;
  readonly #end: Promise<unknown>;

  constructor({ command, cwd, columns, rows, env, wrote }: PtyOptions) {
    this.terminal = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true, scrollback: 1000 });
    const line = `stty rows ${rows} cols ${columns} && exec ${command.map(quoted).join(" ")}`;
    const { CI: _, ...own } = process.env;
    this.#child = spawn("script", ["-qfec", line, "/dev/null"], {
      cwd,
      env: { ...own, TERM: "xterm-256color", ...env },
      stdio: ["pipe", "pipe", "inherit"],
    });
    // What is waited for never comes: the failure shows this screen.
    this.#child.on("error", ({ message }) => this.terminal.write(`no script, install util-linux: ${message}`));
    this.#child.stdout?.setEncoding("utf8").on("data", (output: string) => {
      this.raw += output;
      this.terminal.write(output);
      wrote?.(output);
    });
    this.#end = once(this.#child, "close").catch(() => undefined);
  }

  /** Presses keys, as the terminal sends them. */
  press(keys: string): void {
    this.#child.stdin?.write(keys);
  }

  /** Whether the screen is the one beside the lines of the shell. */
  get isAlternate(): boolean {
    return this.terminal.buffer.active.type === "alternate";
  }

  /** Gives the terminal another size, as a person does who drags its window: the kernel tells the command. */
  resize(columns: number, rows: number): void {
    const shell = readFileSync(`/proc/${this.#child.pid}/task/${this.#child.pid}/children`, "utf8").trim();
    const device = readlinkSync(`/proc/${shell.split(" ")[0]}/fd/0`);
    execFileSync("stty", ["-F", device, "rows", String(rows), "cols", String(columns)]);
    this.terminal.resize(columns, rows);
  }

  /** What is seen now. */
  lines(): readonly string[] {
    const { active } = this.terminal.buffer;
    return Array.from(
      { length: this.terminal.rows },
      (_, row) => active.getLine(active.baseY + row)?.translateToString(true) ?? "",
    );
  }

  /** Waits until the screen shows this. */
  async until(pattern: RegExp): Promise<string> {
    const last = performance.now() + 60_000;
    for (let seen = ""; !pattern.test(seen); seen = this.lines().join("\n")) {
      if (performance.now() > last) throw new Error(`nothing matches ${pattern} in:\n${seen}`);
      await sleep(50);
    }
    return this.lines().join("\n");
  }

  /** The end of the command, with its exit code. */
  async ended(): Promise<number | null> {
    await this.#end;
    return this.#child.exitCode;
  }

  /** The pseudo terminal hangs up. */
  close(): void {
    this.#child.kill("SIGKILL");
  }
}
