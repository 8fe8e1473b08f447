// What dev does when a program of kube-apiserver ends by itself.
import { expect, test } from "vitest";
import { keepPrograms, type KeptProgram } from "./kept-programs.ts";

/** A program that ends when it is told to. */
class Program implements KeptProgram {
  starts = 0;
  #exit = Promise.withResolvers<{ readonly code: number | null; readonly signal: string | null }>();
  readonly #restart: () => Promise<void>;

  constructor(restart: () => Promise<void> = () => Promise.resolve()) {
    this.#restart = restart;
  }

  get process(): KeptProgram["process"] {
    return { name: "kube-apiserver", exited: this.#exit.promise };
  }

  async restart(): Promise<void> {
    await this.#restart();
    this.starts += 1;
    this.#exit = Promise.withResolvers();
  }

  end(signal: string | null): void {
    this.#exit.resolve({ code: signal === null ? 1 : null, signal });
  }
}

test("a program that ends is named and started again, a few times", async () => {
  const program = new Program();
  const lines: string[] = [];
  const stop = keepPrograms([program], (line) => lines.push(line));
  for (const starts of [1, 2, 3]) {
    program.end("SIGKILL");
    await expect.poll(() => [program.starts, lines.length]).toEqual([starts, starts * 2]);
  }
  program.end(null);
  await expect
    .poll(() => lines.slice(-3))
    .toEqual([
      "kube-apiserver was ended by SIGKILL: it is started again, and until then calls fail",
      "kube-apiserver runs again",
      "kube-apiserver ended with code 1 again: end dev, and start it again",
    ]);
  await stop();
});

test("one that cannot be started again is named", async () => {
  const program = new Program(() => Promise.reject(new Error("no port")));
  const lines: string[] = [];
  keepPrograms([program], (line) => lines.push(line));
  program.end("SIGKILL");
  await expect
    .poll(() => lines.at(-1))
    .toBe("kube-apiserver cannot be started again, so end dev and start it again: no port");
});

test("what ends because dev ends is not started again, and a start is waited for", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const starting = new Program(() => promise);
  const lines: string[] = [];
  const stop = keepPrograms([starting], (line) => lines.push(line));
  starting.end("SIGKILL");
  await expect.poll(() => lines.length).toBe(1);
  const stopped = stop();
  resolve();
  await stopped;
  starting.end("SIGTERM");
  expect(starting.starts).toBe(1);
});
