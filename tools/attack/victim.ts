// A server or client under attack, in a process of its own: its stalls and its memory are its own, and its crash is seen.
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** What a process under attack measured of itself. */
export interface VictimMeasure {
  /** The longest turn of its event loop since the last measure. */
  readonly longestStallMs: number;
  /** The most memory that it has ever used (resident), above what it used when it was ready. */
  readonly growthMiB: number;
}

/** A process under attack. */
export interface Victim<Info> extends AsyncDisposable {
  /** What the module's `start` returned. */
  readonly info: Info;
  measure(): Promise<VictimMeasure>;
  /** Sends the module's `call` a value, and returns its answer. */
  call(value: unknown): Promise<unknown>;
  /** How the process ended; undefined while it runs. */
  readonly exit: string | undefined;
  /** What it wrote to its outputs, the last 20,000 characters. */
  readonly output: string;
}

/** What the process sends. */
export type FromVictim =
  | { readonly ready: unknown }
  | { readonly measure: VictimMeasure }
  | { readonly answer: unknown }
  | { readonly failed: string };

/**
 * Starts a process with a module that exports `start(argument)`, whose result must be JSON, and, if it is called, `call(value)`.
 * It ends with this process.
 *
 * @example
 * await using victim = await startVictim<{ port: number }>(new URL("./hook-server.ts", import.meta.url), {});
 */
export async function startVictim<Info>(module: URL, argument: unknown): Promise<Victim<Info>> {
  const child = fork(fileURLToPath(new URL("./victim-process.ts", import.meta.url)), [fileURLToPath(module)], {
    // The heap that a bundle gives to its manager.
    execArgv: ["--conditions=@capstan/source", "--max-old-space-size=716"],
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let output = "";
  let exit: string | undefined;
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk) => (output = `${output}${chunk}`.slice(-20_000)));
  child.on("exit", (code, signal) => (exit = signal ?? String(code)));

  const ask = async (message: object): Promise<FromVictim> => {
    if (exit !== undefined) throw new Error(`the process ended with ${exit}:\n${output}`);
    child.send(message);
    const answered = new AbortController();
    const { signal } = answered;
    const ended = once(child, "exit", { signal }).then(() => undefined);
    ended.catch(() => undefined);
    // What `fork` receives is what victim-process.ts sends.
    const received = once(child, "message", { signal }) as Promise<[FromVictim]>;
    received.catch(() => undefined);
    const [answer] = (await Promise.race([received, ended])) ?? [];
    answered.abort();
    if (answer === undefined) throw new Error(`the process ended with ${exit}:\n${output}`);
    if ("failed" in answer) throw new Error(answer.failed);
    return answer;
  };

  const ready = await ask({ start: argument });
  if (!("ready" in ready)) throw new Error(`not ready: ${JSON.stringify(ready)}`);
  return {
    // The caller names the type of what its module returns.
    info: ready.ready as Info,
    async measure() {
      const answer = await ask({ measure: true });
      if (!("measure" in answer)) throw new Error(`not a measure: ${JSON.stringify(answer)}`);
      return answer.measure;
    },
    async call(value) {
      const answer = await ask({ call: value });
      return "answer" in answer ? answer.answer : undefined;
    },
    get exit() {
      return exit;
    },
    get output() {
      return output;
    },
    async [Symbol.asyncDispose]() {
      if (exit !== undefined) return;
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    },
  };
}
