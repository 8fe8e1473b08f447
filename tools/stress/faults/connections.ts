// Connections end, stall, are slow, or lose bytes.
import type { Fault } from "../fault.ts";
import type { Exchange } from "../lab/fault-proxy.ts";
import { delay, until } from "../lab/until.ts";
import type { Rig } from "../rig.ts";
import { openKeys } from "../checks/runs.ts";
import { mustMeet, mustTake } from "./met.ts";

const times = 5;
/** Fewer than there are workers: a call waits for 30 s. */
const bodies = 6;

/** Changes the next piece of a watch, so many times, and waits for a new watch after each. */
async function changePieces({ proxy }: Rig, change: (exchange: Exchange, piece: Buffer) => Buffer): Promise<void> {
  for (let i = 0; i < times; i++) {
    let [changed, reopened] = [Number.POSITIVE_INFINITY, false];
    proxy.interference = {
      onPiece: (exchange, piece) => {
        if (!exchange.isWatch || exchange.number >= changed) return piece;
        if (changed < Number.POSITIVE_INFINITY) return undefined;
        changed = proxy.requests;
        return change(exchange, piece);
      },
      onRequest: ({ isWatch, number }) => void (reopened ||= isWatch && number >= changed),
    };
    await until("a watch is opened again", () => reopened);
    proxy.interference = {};
  }
}

/** A watch that sends nothing is given up after 70 s. */
const silentMs = 85_000;
/** A call is given up after 30 s. */
const callMs = 45_000;

/** What the log of the manager must say of a broken line. */
const brokenLine = "watch events";

/** Their rows. */
export const connectionFaults: readonly Fault[] = [
  {
    name: "connections-cut",
    does: `all connections end, ${times} times`,
    demands: "",
    proxied: true,
    async happen({ proxy }) {
      const before = proxy.connections;
      for (let i = 0; i < times; i++) {
        proxy.cut();
        await delay(1500);
      }
      mustMeet("new connections", proxy.connections - before, times);
    },
  },
  {
    name: "line-cut",
    does: `the connection of the watch ends in the middle of a line, ${times} times`,
    demands: "",
    proxied: true,
    async happen(rig) {
      await changePieces(rig, (exchange, piece) => {
        setTimeout(exchange.cut, 50);
        return piece.subarray(0, piece.length / 2);
      });
    },
  },
  {
    name: "line-broken",
    does: `bytes are lost in the middle of a line of the watch, which goes on, ${times} times`,
    demands: "the manager logs it",
    inSample: true,
    proxied: true,
    async happen({ proxy }) {
      let [broken, reopened] = [0, 0];
      let next = 0;
      proxy.interference = {
        onPiece: ({ isWatch, number }, piece) => {
          if (!isWatch || number < next || broken >= times) return piece;
          next = proxy.requests;
          broken += 1;
          return Buffer.concat([piece.subarray(0, 30), piece.subarray(60)]);
        },
        onRequest: ({ isWatch }) => void (reopened += isWatch && broken > 0 ? 1 : 0),
      };
      await until("watches are opened again", () => broken === times && reopened >= times);
      proxy.interference = {};
    },
    logs: [{ words: [brokenLine] }],
  },
  {
    name: "watch-stalled",
    does: "the watch stays open and sends nothing any more",
    demands: `another watch is opened within ${silentMs / 1000} s`,
    proxied: true,
    async happen({ proxy }) {
      const from = proxy.requests;
      const since = performance.now();
      let reopened = false;
      proxy.interference = {
        onPiece: (exchange, piece) => {
          if (!exchange.isWatch || exchange.number >= from) return piece;
          exchange.hold();
          return undefined;
        },
        onRequest: ({ isWatch }) => void (reopened ||= isWatch),
      };
      await until("a watch is opened again", () => reopened);
      mustTake("a watch that was silent was used", since, silentMs);
    },
  },
  {
    name: "body-stalled",
    does: `the bodies of ${bodies} answers stop in the middle`,
    demands: `their reconciles end within ${callMs / 1000} s, and the log names them`,
    proxied: true,
    logs: [{ words: ["Reconciler error", "30 s"], least: 1 }],
    async happen({ leader, proxy }) {
      const stalled = new Set<number>();
      proxy.interference = {
        onPiece: (exchange, piece) => {
          if (exchange.method !== "PATCH" || (stalled.size >= bodies && !stalled.has(exchange.number))) return piece;
          stalled.add(exchange.number);
          exchange.hold();
          return piece.subarray(0, piece.length / 2);
        },
      };
      await until("bodies stall", () => stalled.size >= bodies);
      proxy.interference = {};
      const since = performance.now();
      const keys = new Set(openKeys(leader.record));
      mustMeet("reconciles that wait", keys.size, bodies);
      await until("their reconciles end", () => {
        const open = new Set(openKeys(leader.record));
        for (const key of keys) if (!open.has(key)) keys.delete(key);
        return keys.size === 0;
      });
      mustTake("a call without an answer was waited for", since, callMs);
    },
  },
  {
    name: "delay",
    does: "each request waits for 3 s, for 12 s at least",
    demands: "the leader goes on leading",
    elected: true,
    proxied: true,
    async happen({ proxy }) {
      const before = proxy.requests;
      proxy.interference = { onRequest: () => delay(3000) };
      await delay(12_000);
      // On a busy machine there are few writes.
      await until("20 requests wait", () => proxy.requests - before >= 20);
      proxy.interference = {};
    },
  },
];
