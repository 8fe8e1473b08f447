// `capstan dev --inspect`: where the debugger of the project's process listens. The port stays the same over all starts, so that an editor finds each process again.
import { createServer } from "node:net";
import { errorOf } from "@capstan/kube";
import { freePort } from "@capstan/testenv/host";
import type { DebuggerSettings } from "../project/say-alive.ts";
import { usageError, type VerbArguments } from "../verb.ts";
import { devDiagnostics } from "./dev-diagnostics.ts";

/** The port that Node and editors take by themselves. */
const usualPort = 9229;

/** What the options say; undefined without them. With port 0, any free port. */
export async function inspectionOf(given: VerbArguments): Promise<DebuggerSettings | undefined> {
  const [early, late] = [valueOf(given, "inspectBrk"), valueOf(given, "inspect")];
  if (early !== undefined && late !== undefined) throw usageError("--inspect and --inspect-brk exclude each other");
  const value = early ?? late;
  if (value === undefined) return undefined;
  const port = value === true ? usualPort : portOf(value);
  return { port: port === 0 ? await freePort() : await unusedPort(port), waits: early !== undefined };
}

function valueOf(given: VerbArguments, option: string): string | true | undefined {
  return given.flag(option) || given.string(option);
}

function portOf(value: string): number {
  const port = Number(value);
  if (value === "" || !Number.isInteger(port) || port < 0 || port > 65_535)
    throw usageError(`--inspect takes a port from 0 to 65535, not "${value}"`);
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
