// How long a watch may be silent. A hundredth of the time is waited: only the timers of sockets are shorter.
import { Socket } from "node:net";
import { describeError } from "@capstan/kube";
import { ConfigMap } from "@capstan/kube/builtin";
import { afterEach, expect, test, vi } from "vitest";
import { type Answer, startFaultServer } from "../../test/fault-server.ts";
import { createClient } from "../create-client.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

/** Makes a minute of sockets 600 ms long. */
function shortenSocketTimers(): void {
  // oxlint-disable-next-line typescript/unbound-method -- it is called with the socket
  const { setTimeout: original } = Socket.prototype;
  vi.spyOn(Socket.prototype, "setTimeout").mockImplementation(function (this: Socket, ms, call) {
    return original.call(this, ms / 100, call);
  });
}

const bookmark = `${JSON.stringify({ type: "BOOKMARK", object: { kind: "ConfigMap", metadata: { resourceVersion: "2" } } })}\n`;

/** Sends a bookmark at each of these times, in milliseconds, and is silent after that. */
function bookmarksAt(...times: readonly number[]): Answer {
  return (response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.flushHeaders();
    for (const ms of times) setTimeout(() => response.write(bookmark), ms);
  };
}

test("a watch without a word for 70 s is ended, one with a bookmark each minute is not (C9, F13)", async () => {
  await using server = await startFaultServer([bookmarksAt(), bookmarksAt(400, 800, 1200, 1600)]);
  shortenSocketTimers();
  const client = createClient({ server: server.url });
  const outcomes: [count: number, error: string, ms: number][] = [];
  for (let i = 0; i < 2; i++) {
    const began = performance.now();
    let count = 0;
    try {
      for await (const events of client.watchOnce(ConfigMap)) count += events.length;
    } catch (error) {
      outcomes.push([count, describeError(error).split("\n")[0] ?? "", performance.now() - began]);
    }
  }
  client.close();
  const silent = `cannot watch configmaps: the API server at ${server.url} sent nothing for 70 s`;
  expect(outcomes.map(([count, error]) => [count, error])).toEqual([
    [0, silent],
    [4, silent],
  ]);
  expect(outcomes[0]?.[2]).toBeLessThan(5000);
});
