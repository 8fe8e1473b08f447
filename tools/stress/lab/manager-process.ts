// A manager as a process of its own, on the built packages, with its record, its log and what it used of the machine.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { nodeVariables, imageFlags } from "@capstan/repo";
import { freePort, type LocalProcess, type ProcessExit, startProcess } from "@capstan/testenv/host";
import { clockMs, type LongestTurn } from "../manager/record.ts";
import type { Account } from "./accounts.ts";
import { until } from "./until.ts";

const program = fileURLToPath(new URL("../manager/program.ts", import.meta.url));
const sampleMs = 200;

/** How to start a manager. */
export interface ManagerOptions {
  readonly account: Account;
  readonly folder: string;
  readonly kubeconfig: string;
  readonly flags: readonly string[];
}

/** A manager. */
export class ManagerProcess {
  readonly account: Account;
  readonly #process: LocalProcess;
  readonly #record: string;
  readonly #healthPort: number;
  readonly #timer: NodeJS.Timeout;
  #peakMegabytes = 0;
  #mostFiles = 0;
  #endedAt: number | undefined;

  static async start({ account, folder, kubeconfig, flags }: ManagerOptions): Promise<ManagerProcess> {
    const record = join(folder, `${account}.record`);
    const healthPort = await freePort();
    const own = [`--account=${account}`, `--record=${record}`, `--health-addr=127.0.0.1:${healthPort}`];
    const process_ = await startProcess({
      name: `manager ${account}`,
      command: process.execPath,
      args: [...imageFlags(), program, `--kubeconfig=${kubeconfig}`, ...own, "--metrics-bind-address=0", ...flags],
      env: { PATH: process.env["PATH"] ?? "", ...nodeVariables() },
      log: join(folder, `${account}.log`),
    });
    return new ManagerProcess({ account, process: process_, record, healthPort });
  }

  private constructor(of: { account: Account; process: LocalProcess; record: string; healthPort: number }) {
    this.account = of.account;
    this.#process = of.process;
    this.#record = of.record;
    this.#healthPort = of.healthPort;
    this.#timer = setInterval(() => this.#sample(), sampleMs);
    void this.exited.then(() => (this.#endedAt = clockMs()));
  }

  get exit(): ProcessExit | undefined {
    return this.#process.exit;
  }

  get exited(): Promise<ProcessExit> {
    return this.#process.exited;
  }

  /** When it had ended, on the clock of its record. */
  get endedAt(): number | undefined {
    return this.#endedAt;
  }

  /** The most memory that it has used, in megabytes. */
  get peakMegabytes(): number {
    return this.#peakMegabytes;
  }

  /** The most files and sockets that it had open. */
  get mostFiles(): number {
    return this.#mostFiles;
  }

  /** The lines of its record. */
  get record(): readonly string[] {
    if (!existsSync(this.#record)) return [];
    const text = readFileSync(this.#record, "utf8");
    return text
      .slice(0, text.lastIndexOf("\n") + 1)
      .split("\n")
      .slice(0, -1);
  }

  /** A file that it writes beside its record. */
  read(ending: string): string | undefined {
    const file = `${this.#record}${ending}`;
    return existsSync(file) ? readFileSync(file, "utf8") : undefined;
  }

  /** What it logged. */
  get log(): string {
    return readFileSync(this.#process.log, "utf8");
  }

  /** The longest turn of its event loop so far. */
  get longestTurn(): LongestTurn {
    // It has written it.
    return JSON.parse(this.read(".turn") ?? '{ "wall": 0, "cpu": 0 }') as LongestTurn;
  }

  /** Seconds of processor time so far. */
  get cpuSeconds(): number {
    const stat = readFileSync(`/proc/${this.#process.pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[11]) + Number(fields[12])) / 100;
  }

  /** Resolves when it has reconciled so many times. */
  async hasReconciled(count: number): Promise<void> {
    await this.#until(
      `${count} reconciles`,
      () => this.record.filter((line) => line.startsWith("end")).length >= count,
    );
  }

  /** Resolves when its caches are filled. */
  async isReady(): Promise<void> {
    await this.#until("ready", async () => (await this.probe("readyz")) === 200);
  }

  /** The status of `healthz` or `readyz`; undefined when there is no answer. */
  async probe(name: "healthz" | "readyz"): Promise<number | undefined> {
    const url = `http://127.0.0.1:${this.#healthPort}/${name}`;
    return await fetch(url, { signal: AbortSignal.timeout(30_000) }).then(
      ({ status }) => status,
      () => undefined,
    );
  }

  signal(signal: NodeJS.Signals): void {
    process.kill(this.#process.pid, signal);
  }

  /** Ends it with SIGTERM, as Kubernetes does, and with SIGKILL after a while. */
  async stop(): Promise<ProcessExit> {
    const exit = await this.#process.stop({ withinMs: 30_000 });
    clearInterval(this.#timer);
    return exit;
  }

  async kill(): Promise<void> {
    await this.#process.stop({ signal: "SIGKILL" });
    clearInterval(this.#timer);
  }

  async #until(what: string, done: () => boolean | Promise<boolean>): Promise<void> {
    await until(`manager ${this.account}: ${what}`, async () => {
      if (this.exit !== undefined)
        throw new Error(`manager ${this.account} ended:\n${this.#process.lastLines(10).join("\n")}`);
      return await done();
    });
  }

  #sample(): void {
    try {
      const status = readFileSync(`/proc/${this.#process.pid}/status`, "utf8");
      const peak = Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024;
      this.#peakMegabytes = Math.max(this.#peakMegabytes, peak);
      this.#mostFiles = Math.max(this.#mostFiles, readdirSync(`/proc/${this.#process.pid}/fd`).length);
    } catch {
      // It has ended.
      clearInterval(this.#timer);
    }
  }
}
