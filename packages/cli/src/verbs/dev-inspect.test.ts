// `capstan dev --inspect`: a debugger attaches to the project's process through Node's own protocol, and sees the author's TypeScript.
import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { portOf } from "@capstan/testenv/host";
import { afterEach, expect, test, vi } from "vitest";
import { DevProject } from "../../test/dev-project.ts";
import { twoProgramsConfig } from "../../test/two-programs.ts";
import { TemporaryProject } from "../../test/temporary-project.ts";

const project = new DevProject();
const sockets: WebSocket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close();
});

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly params?: { readonly url?: string };
}

/** One connection, as an editor has it. */
class Debugger {
  readonly messages: Message[] = [];
  readonly #socket: WebSocket;
  #calls = 0;

  constructor(address: string) {
    this.#socket = new WebSocket(address);
    sockets.push(this.#socket);
    this.#socket.addEventListener("message", ({ data }) => this.messages.push(JSON.parse(String(data))));
  }

  async call(method: string, params: object = {}): Promise<Message["result"]> {
    if (this.#socket.readyState === WebSocket.CONNECTING) await once(this.#socket, "open");
    const id = ++this.#calls;
    this.#socket.send(JSON.stringify({ id, method, params }));
    const answer = await vi.waitFor(() => {
      const found = this.messages.find((message) => message.id === id);
      if (found === undefined) throw new Error(`${method} is not answered`);
      return found;
    });
    return answer.result;
  }

  /** The scripts that the process has loaded. */
  get urls(): readonly (string | undefined)[] {
    return this.messages.filter(({ method }) => method === "Debugger.scriptParsed").map(({ params }) => params?.url);
  }

  saw(method: string): boolean {
    return this.messages.some((message) => message.method === method);
  }
}

const urlOf = (file: string): string => pathToFileURL(join(project.root, file)).href;

/** The address that is printed after this word. */
async function addressAfter(word: string): Promise<string> {
  const [, address = ""] = await project.until(new RegExp(`${word}[^]*the debugger listens on (ws://\\S+)`));
  return address.replace(/,$/, "");
}

test("a debugger finds the TypeScript files, each start has the same port, and a stop at a line is no block", async () => {
  project.start("--inspect=0");
  const address = await addressAfter("starting");
  await project.until(/ready after/);
  await project.until(/says one \d+/);
  const first = new Debugger(address);
  await first.call("Debugger.enable");
  expect(first.urls).toEqual(expect.arrayContaining([urlOf("src/main.ts"), urlOf("src/word.ts")]));
  const stop = { url: urlOf("src/main.ts"), lineNumber: 6 };
  expect(await first.call("Debugger.setBreakpointByUrl", stop)).toMatchObject({ locations: [{ lineNumber: 6 }] });
  await first.call("Debugger.pause");
  await sleep(2500);
  expect(project.printed).not.toContain("dev/blocked");
  expect(project.printed).not.toContain("Debugger listening");
  project.say("two");
  const again = await addressAfter("changed: src/word.ts");
  expect(new URL(again).port).toBe(new URL(address).port);
  await project.until(/says two \d+/);
  const second = new Debugger(again);
  await second.call("Debugger.enable");
  expect(second.urls).toContain(urlOf("src/word.ts"));
  const list: unknown = await (await fetch(`http://${new URL(again).host}/json/list`)).json();
  expect(list).toEqual([expect.objectContaining({ webSocketDebuggerUrl: again })]);
});

test("with --inspect-brk nothing runs before a debugger is there, and it stops in the entry", async () => {
  project.start("--inspect-brk=0");
  const waiting = new Debugger(await addressAfter("starting"));
  expect(project.printed).toContain(", and the process waits for it\n");
  await waiting.call("Debugger.enable");
  expect(project.printed).not.toContain("says one");
  await waiting.call("Runtime.runIfWaitingForDebugger");
  await expect.poll(() => waiting.saw("Debugger.paused")).toBe(true);
  expect(waiting.urls).toContain(urlOf("src/main.ts"));
  await waiting.call("Debugger.resume");
  await project.until(/says one \d+/);
});

test("a port that is in use, and wrong options, are errors before anything is started", async () => {
  using at = new TemporaryProject();
  at.write({ "package.json": {} });
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const port = portOf(server);
  const taken = await at.capstan(["dev", `--inspect=${port}`]);
  server.close();
  expect([taken.code, taken.text]).toEqual([
    1,
    expect.stringContaining(`error dev/debugger-port: a debugger cannot listen at port ${port}: it is in use`),
  ]);
  const wrong = await at.capstan(["dev", "--inspect=x"]);
  expect([wrong.code, wrong.text]).toEqual([2, expect.stringContaining('a port from 0 to 65535, not "x"')]);
  const both = await at.capstan(["dev", "--inspect", "--inspect-brk=9230"]);
  expect([both.code, both.text]).toEqual([2, expect.stringContaining("exclude each other")]);
});

test("of several programs, each has the next port", async () => {
  using at = new TemporaryProject();
  at.write({ "package.json": {}, "capstan.config.ts": `export default ${JSON.stringify(twoProgramsConfig)};\n` });
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const second = portOf(server);
  const taken = await at.capstan(["dev", `--inspect=${second - 1}`]);
  server.close();
  expect(taken.text).toMatch(new RegExp(`a debugger cannot listen at port (?:${second}|${second - 1}): it is in use`));
  const wrong = await at.capstan(["dev", "--inspect=65535"]);
  expect(wrong.text).toContain('a port from 0 to 65534, not "65535"');
});
