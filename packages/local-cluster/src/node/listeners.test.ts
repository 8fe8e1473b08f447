// Whose socket a port is.
import { createServer } from "node:net";
import { expect, test } from "vitest";
import { portOf } from "@capstan/testenv/host";
import { listenerOf, listenersIn } from "./listeners.ts";

const table = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:A20B 00000000:0000 0A 00000000:00000000 00:00000000 00000000 65534        0 4242 1 0000000000000000 100 0 0 10 0
   1: 0100007F:A20C 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 4243 1 0000000000000000 100 0 0 10 0
   2: 0200007F:A20C 00000000:0000 0A 00000000:00000000 00:00000000 00000000     8        0 4245 1 0000000000000000 100 0 0 10 0
   3: 0100007F:A20C 0100007F:1234 01 00000000:00000000 00:00000000 00000000     7        0 4244 1 0000000000000000 100 0 0 10 0
`;

test("the users who listen on a port, none of its connections, and none of other addresses", () => {
  expect([0xa20b, 0xa20c, 0xa20d].map((port) => listenersIn(table, port))).toEqual([[65_534], [1000], []]);
  expect(listenersIn("", 1)).toEqual([]);
});

test.runIf(process.platform === "linux").each(["127.0.0.1", "::", "0.0.0.0"])(
  "a port of %s is ours, until it is nobody's",
  async (host) => {
    const server = createServer().listen(0, host);
    await new Promise((resolve) => void server.once("listening", resolve));
    const port = portOf(server);
    expect(await listenerOf(port)).toBe("ours");
    await new Promise((resolve) => void server.close(resolve));
    expect(await listenerOf(port)).toBe("nobody");
  },
);
