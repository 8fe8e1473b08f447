// Where a process is whose event loop is blocked: it is stopped for a moment with Node's debugger, which works in an endless loop too.
import type { ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import { isRecord } from "../config/field-table.ts";
import { isBelow } from "@capstan/generator-model/files";
import type { Position } from "@capstan/kube";
import { onDebuggerAddress } from "../project/say-alive.ts";

/** How long the process may take to open its debugger, and the debugger to answer. */
const answerMs = 2000;

/** The innermost place of the project where the process is, or of any file; undefined when it does not answer, or runs no file. */
export async function placeOfBlock(child: ChildProcess, root: string): Promise<Position | undefined> {
  const over = AbortSignal.timeout(answerMs);
  const address = await debuggerAddress(child, over);
  if (address === undefined) return undefined;
  const frames = await pausedFrames(address, over);
  return frames.find(({ file }) => isBelow(root, file) && !file.includes("/node_modules/")) ?? frames[0];
}

/** The address of the debugger, which the process opens now. */
function debuggerAddress(child: Pick<ChildProcess, "stderr" | "pid">, over: AbortSignal): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  const stop = onDebuggerAddress(child, resolve);
  over.addEventListener("abort", () => resolve(undefined), { once: true });
  try {
    if (child.pid !== undefined) process.kill(child.pid, "SIGUSR1");
  } catch {
    // It has ended, or this system has no such signal.
    resolve(undefined);
  }
  return promise.finally(stop);
}

interface Place extends Position {
  readonly line: number;
  readonly column: number;
}

/** Stops the process, and lets it go on when its frames are known. */
function pausedFrames(address: string, over: AbortSignal): Promise<readonly Place[]> {
  const { promise, resolve } = Promise.withResolvers<readonly Place[]>();
  const urls = new Map<string, string>();
  const socket = new WebSocket(address);
  const call = (id: number, method: string): void => socket.send(JSON.stringify({ id, method }));
  socket.addEventListener("open", () => {
    call(1, "Debugger.enable");
    call(2, "Debugger.pause");
  });
  socket.addEventListener("message", ({ data }) => {
    const { method, params } = readMessage(data);
    const { scriptId, url, callFrames } = params;
    if (method === "Debugger.scriptParsed" && typeof scriptId === "string") urls.set(scriptId, String(url));
    if (method !== "Debugger.paused" || !Array.isArray(callFrames)) return;
    call(3, "Debugger.resume");
    resolve(callFrames.flatMap((frame) => placesOf(frame, urls)));
  });
  socket.addEventListener("error", () => resolve([]));
  over.addEventListener("abort", () => resolve([]), { once: true });
  return promise.finally(() => socket.close());
}

interface Message {
  readonly method: unknown;
  readonly params: Readonly<Record<string, unknown>>;
}

function readMessage(data: unknown): Message {
  const message: unknown = JSON.parse(String(data));
  const { method, params } = isRecord(message) ? message : {};
  return { method, params: isRecord(params) ? params : {} };
}

/** The place of a frame; none for code that is no file, such as Node's own. Lines and columns of the debugger begin with 0. */
function placesOf(frame: unknown, urls: ReadonlyMap<string, string>): Place[] {
  const location = isRecord(frame) ? frame["location"] : undefined;
  if (!isRecord(location)) return [];
  const { scriptId, lineNumber, columnNumber } = location;
  const url = urls.get(String(scriptId));
  if (url?.startsWith("file:") !== true) return [];
  return [{ file: fileURLToPath(url), line: Number(lineNumber) + 1, column: Number(columnNumber) + 1 }];
}
