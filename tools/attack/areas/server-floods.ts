// What callers without a certificate can hold of a server with little effort: memory, the budget of bodies, connections.
import { setTimeout as sleep } from "node:timers/promises";
import type { Attack } from "../area.ts";
import { startVictim, type Victim } from "../victim.ts";
import { exchange, open, post } from "../wire.ts";
import { patchesPath, realHook } from "./server-samples.ts";

interface Served {
  readonly port: number;
}

const hooks = (): Promise<Victim<Served>> => startVictim(new URL("../victims/hook-server.ts", import.meta.url), {});

const realCall = post(patchesPath, JSON.stringify(realHook));

/** The head of a body that comes in pieces. */
const chunked = `POST ${patchesPath} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n`;

/** One connection with a body in pieces of one byte: 22 MiB on the wire for each 4 million. */
export const tinyPieces: Attack = {
  name: "one connection with a body in pieces of one byte, 22 MiB on the wire",
  before: "one connection ended the process in 13 s: heap out of memory",
  async run() {
    await using victim = await hooks();
    const socket = await open(victim.info.port);
    let answer = "";
    socket.on("data", (data: Buffer) => (answer += data.toString("latin1")));
    const closed = new Promise((resolve) => socket.once("close", resolve));
    socket.write(chunked);
    const pieces = "1\r\n \r\n".repeat(10_000);
    for (let sent = 0; sent < 3_800_000 && !socket.destroyed; sent += 10_000) {
      if (socket.write(pieces)) continue;
      await Promise.race([new Promise((resolve) => socket.once("drain", resolve)), closed]);
    }
    await sleep(500);
    const real = await exchange(victim.info.port, realCall);
    const { growthMiB } = await victim.measure();
    socket.destroy();
    if (real.status !== 200) throw new Error(`a real call has the answer ${real.status}`);
    if (growthMiB > 150) throw new Error(`memory grew by ${growthMiB.toFixed(0)} MiB`);
    const ended = /^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? "no answer";
    return `the connection is closed (${ended === "200" ? "a response with status Failure" : ended}); memory grows by ${growthMiB.toFixed(0)} MiB`;
  },
};
