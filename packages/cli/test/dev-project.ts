// A project under `capstan dev`, which runs as a process of its own. Its entry is a provider reduced to what dev sees of one.
import { spawn, type ChildProcess } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Client, createClient, loadCredentials } from "@capstan/client";
import { afterEach, beforeEach, vi } from "vitest";
import { emptyDescription } from "./gate-project.ts";

const examples = fileURLToPath(new URL("../../../examples/", import.meta.url));
const documentation = fileURLToPath(new URL("../../../docs/", import.meta.url));
const main = fileURLToPath(new URL("../src/main.ts", import.meta.url));

/** It describes itself, is ready, stops on SIGTERM, and prints a word of another module and its process id. */
export const devEntry: string = `
import { createServer } from "node:http";
import { word } from "./word.ts";
if (process.argv.includes("--describe")) console.log(${JSON.stringify(JSON.stringify(emptyDescription))});
else {
  const address = process.argv.find((arg) => arg.startsWith("--health-addr="))?.split(":").at(-1);
  const server = createServer((_, response) => response.end()).listen(Number(address), "127.0.0.1", () => console.log("says " + word, process.pid));
  process.on("SIGTERM", () => server.close(() => process.exit(0)));
}
`;

/** A file that a page of the documentation has as a sample. */
export function fromGuide(page: string, file: string): string {
  const blocks = readFileSync(join(documentation, page), "utf8").split("```ts\n");
  const sample = blocks.find((block) => block.startsWith(`// ${file}\n`))?.split("```")[0];
  if (sample === undefined) throw new Error(`docs/${page} has no sample ${file}`);
  return sample;
}

/** A project for each test of a file. */
export class DevProject {
  root = "";
  printed = "";
  /** The last process that was started. */
  dev: ChildProcess | undefined;
  readonly #started: ChildProcess[] = [];

  constructor() {
    beforeEach(() => this.#create());
    afterEach(() => {
      for (const dev of this.#started.splice(0)) dev.kill("SIGKILL");
      rmSync(this.root, { recursive: true, force: true });
    });
  }

  #create(): void {
    this.root = realpathSync(mkdtempSync(join(tmpdir(), "capstan-dev-")));
    mkdirSync(join(this.root, "src"));
    mkdirSync(join(this.root, "node_modules"));
    const packages = fileURLToPath(new URL("../node_modules/@capstan", import.meta.url));
    symlinkSync(packages, join(this.root, "node_modules/@capstan"), "dir");
    this.write("package.json", '{"type":"module"}');
    this.write("src/main.ts", devEntry);
    this.say("one");
    this.printed = "";
  }

  start(...argv: string[]): ChildProcess {
    const dev = spawn(process.execPath, ["--conditions=@capstan/source", main, "dev", ...argv], {
      cwd: this.root,
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [dev.stdout, dev.stderr])
      stream?.setEncoding("utf8").on("data", (text: string) => (this.printed += text));
    this.#started.push(dev);
    this.dev = dev;
    return dev;
  }

  write(file: string, content: string): void {
    mkdirSync(dirname(join(this.root, file)), { recursive: true });
    writeFileSync(join(this.root, file), content);
  }

  /** Copies parts of an example, as they are. Its configuration, which is about releases, is best left out. */
  use(example: string, parts: readonly string[]): void {
    for (const part of parts) cpSync(join(examples, example, part), join(this.root, part), { recursive: true });
  }

  /** A client of the API server that dev has started. */
  async client(stack: AsyncDisposableStack): Promise<Client> {
    const credentials = await loadCredentials({ kubeconfig: join(this.root, ".capstan/dev/kubeconfig") });
    const client = createClient(credentials);
    stack.defer(() => client.close());
    return client;
  }

  say(word: string): void {
    this.write("src/word.ts", `export const word = "${word}";\n`);
  }

  /** Waits for a match in what is printed, no longer than vitest.shared.ts allows; when none comes, the failure shows what was printed. */
  async until(pattern: RegExp): Promise<RegExpExecArray> {
    const ended = (): string | number | null => this.dev?.exitCode ?? this.dev?.signalCode ?? null;
    const look = (): void => {
      if (!pattern.test(this.printed) && ended() === null)
        throw new Error(`nothing matches ${pattern}:\n${this.printed}`);
    };
    await vi.waitFor(look, { timeout: 400_000 });
    const match = pattern.exec(this.printed);
    if (match === null) throw new Error(`dev ended with ${ended()}:\n${this.printed}`);
    return match;
  }
}

/** Whether a process runs. */
export function lives(pid: string | undefined): boolean {
  try {
    process.kill(Number(pid), 0);
    return true;
  } catch {
    return false;
  }
}

/** The number of the process that started this one; on Linux alone. */
export function parentOf(pid: number): number {
  return Number(/PPid:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
}
