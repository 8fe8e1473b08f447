// How the process of an entry shows that its event loop turns: it says so again and again through its channel. One that is silent is blocked, and only a debugger can tell where.
// And how it tells where it called process.exit(): without an error, nothing else shows the place. Node calls the listeners of `exit` inside of that call, so their stack has it.
import type { ChildProcess } from "node:child_process";

/** What the process says while its event loop turns. */
const aliveMessage = "capstan: the event loop turns";
/** How often. Each costs both processes some time, also when nothing happens. */
export const aliveEveryMs = 400;

/** Lets a debugger in on SIGUSR1, at a free port and only with the address that the process prints: with a fixed port, or a list of addresses, any user of the computer could use it. */
export const debuggerOptions: readonly string[] = ["--inspect-port=127.0.0.1:0", "--inspect-publish-uid=stderr"];

/** A debugger for the project's author. */
export interface DebuggerSettings {
  readonly port: number;
  /** Whether the process waits for a debugger before it runs anything. */
  readonly waits: boolean;
}

/** The same with a debugger that listens from the start: editors look for its address at a port that they know. */
export function inspectOptions({ port, waits }: DebuggerSettings): readonly string[] {
  return [`--inspect${waits ? "-brk" : ""}=127.0.0.1:${port}`, "--inspect-publish-uid=stderr,http"];
}

/** Says that the event loop turns, for as long as it does. What the process starts inherits no option of it. */
export function sayAlive(): void {
  process.execArgv = process.execArgv.filter((option) => !option.startsWith("--inspect"));
  const say = (): void => {
    if (process.connected) process.send?.(aliveMessage, undefined, undefined, () => undefined);
  };
  say();
  setInterval(say, aliveEveryMs).unref();
}

/** Calls back whenever a process says that its event loop turns. */
export function onAlive(child: ChildProcess, alive: () => void): void {
  child.on("message", (message) => {
    if (message === aliveMessage) alive();
  });
}

/** What a process prints before the address of its debugger. */
const debuggerListens = "Debugger listening on ";
/** Lines of a process about its debugger, which are not its own output. */
const debuggerLines: readonly string[] = [
  debuggerListens,
  "Debugger attached.",
  "Debugger ending on ",
  "For help, see: https://nodejs.org/",
  "Waiting for the debugger to disconnect...",
];

/** Calls back with the address of the debugger of a process when it prints it: nobody else can read it. Stops with the function that is returned. */
export function onDebuggerAddress(
  { stderr }: Pick<ChildProcess, "stderr">,
  listens: (address: string) => void,
): () => void {
  let printed = "";
  const read = (text: string | Buffer): void => {
    printed += String(text);
    const at = printed.indexOf(`${debuggerListens}ws://`);
    const end = at === -1 ? -1 : printed.indexOf("\n", at);
    if (end === -1) return;
    stop();
    listens(printed.slice(printed.indexOf("ws://", at), end));
  };
  const stop = (): void => void stderr?.off("data", read);
  stderr?.on("data", read);
  return stop;
}

/** The output of a process without lines about its debugger. */
export function withoutDebugger(output: string): string {
  if (!debuggerLines.some((start) => output.includes(start))) return output;
  const lines = output.split("\n").filter((line) => !debuggerLines.some((start) => line.startsWith(start)));
  return lines.join("\n");
}

/** What the message begins with. */
const exitMessage = "capstan: the process ends at\n";

/** Sends the stack of the call that ends the process, if it ends by a call. */
export function sayExit(): void {
  process.once("exit", () => {
    if (!process.connected) return;
    Error.stackTraceLimit = 50;
    const { stack = "" } = new Error("the call of process.exit()");
    process.send?.(exitMessage + stack, undefined, undefined, () => undefined);
  });
}

/** Calls back with the stack of the call that ends a process. */
export function onExitCall(child: ChildProcess, called: (stack: string) => void): void {
  child.on("message", (message) => {
    if (typeof message === "string" && message.startsWith(exitMessage)) called(message.slice(exitMessage.length));
  });
}
