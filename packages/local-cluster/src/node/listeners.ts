// Who listens on a port. Ports of Deployments are in the arguments of processes, which every user of the computer reads: another one can listen there first, and answer the readiness probe.
import { readFile } from "node:fs/promises";
import { getuid } from "node:process";

/** The tables of the kernel, one for each family of addresses. Other systems than Linux have none. */
const tables = ["/proc/net/tcp", "/proc/net/tcp6"];

/** The state of a socket that listens. */
const listening = "0A";

/** The addresses of sockets that 127.0.0.1 leads to, as the kernel writes them on little-endian computers: that address and every address, of both families. */
const reached: ReadonlySet<string> = new Set([
  "0100007F",
  "00000000",
  "0000000000000000FFFF00000100007F",
  "0".repeat(32),
]);

/** The user ids of the sockets in a table of the kernel that listen on a port of 127.0.0.1. */
export function listenersIn(table: string, port: number): readonly number[] {
  return table
    .split("\n")
    .slice(1)
    .map((line) => line.trim().split(/ +/))
    .filter(([, local = "", , state]) => {
      const [address = "", digits = ""] = local.split(":");
      return state === listening && reached.has(address) && Number.parseInt(digits, 16) === port;
    })
    .map((fields) => Number(fields[7]));
}

/** Whether a port of 127.0.0.1 is listened on by this user alone, by others too, or by nobody. Where the kernel does not tell, it counts as ours. */
export async function listenerOf(port: number): Promise<"ours" | "others" | "nobody"> {
  const texts = await Promise.all(tables.map((file) => readFile(file, "utf8").catch(() => undefined)));
  if (texts.every((text) => text === undefined)) return "ours";
  const users = texts.flatMap((text) => (text === undefined ? [] : listenersIn(text, port)));
  if (users.length === 0) return "nobody";
  return users.every((user) => user === getuid?.()) ? "ours" : "others";
}
