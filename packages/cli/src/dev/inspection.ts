// `capstan dev --inspect`: where the debuggers of the project's processes listen. The ports stay the same over all starts, so that an editor finds each process again.
import { createServer } from "node:net";
import { errorOf } from "@capstan/kube";
import { freePorts } from "@capstan/testenv/host";
import type { DebuggerSettings } from "../project/say-alive.ts";
import { usageError, type VerbArguments } from "../verb.ts";
import { devDiagnostics } from "./dev-diagnostics.ts";

/** The port that Node and editors take by themselves. */
const usualPort = 9229;

/** What the options say for so many programs, the first at the port that is named and each other one at the next; undefined without them. With port 0, any free ports. */
export async function inspectionOf(
  given: VerbArguments,
  programs: number = 1,
): Promise<readonly DebuggerSettings[] | undefined> {
  const [early, late] = [valueOf(given, "inspectBrk"), valueOf(given, "inspect")];
  if (early !== undefined && late !== undefined) throw usageError("--inspect and --inspect-brk exclude each other");
  const value = early ?? late;
  if (value === undefined) return undefined;
  const port = value === true ? usualPort : portOf(value, programs);
  const ports = port === 0 ? await freePorts(programs) : await unusedPorts(port, programs);
  return ports.map((each) => ({ port: each, waits: early !== undefined }));
}

async function unusedPorts(first: number, programs: number): Promise<readonly number[]> {
  return Promise.all(Array.from({ length: programs }, (_, index) => unusedPort(first + index)));
}

function valueOf(given: VerbArguments, option: string): string | true | undefined {
  return given.flag(option) || given.string(option);
}

function portOf(value: string, programs: number): number {
  const port = Number(value);
  const last = 65_536 - programs;
  if (value === "" || !Number.isInteger(port) || port < 0 || port > last)
    throw usageError(`--inspect takes a port from 0 to ${last}, not "${value}"`);
  return port;
}

/** Node would print that the port is in use among the project's own output, and go on without a debugger. */
async function unusedPort(port: number): Promise<number> {
  const server = createServer();
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  server.once("error", () => reject(errorOf(devDiagnostics, "dev/debugger-port", { values: { port } })));
  server.listen(port, "127.0.0.1", () => server.close(() => resolve(port)));
  return promise;
}
