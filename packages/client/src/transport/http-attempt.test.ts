// What a server may send in the place of an answer: a call must end with an error, whatever the server does.
import { createServer, type Server } from "node:net";
import { describeError } from "@capstan/kube";
import { afterEach, expect, test } from "vitest";
import { Foo, key } from "../../test/foo-client.ts";
import { createClient } from "../create-client.ts";

const servers: Server[] = [];
afterEach(() => servers.splice(0).forEach((server) => server.close()));

/** The error of a read from a server that answers each connection with these bytes. */
async function readFrom(bytes: string, timeoutMs: number): Promise<unknown> {
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", () => socket.write(bytes));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  const client = createClient({ server: `http://127.0.0.1:${port}` }, { timeoutMs });
  try {
    return await client.create(Foo, { ...Foo, metadata: key } as never).catch(describeError);
  } finally {
    client.close();
  }
}

test("a server that switches protocols", async () => {
  const upgrade = "HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n";
  const from = performance.now();
  expect(await readFrom(upgrade, 60_000)).toContain("(the server switched to another protocol)");
  expect(performance.now() - from).toBeLessThan(5000);
});

test("a server that sends nothing", async () => {
  expect(await readFrom("", 200)).toContain("within 0.2 s");
});

test("a server that sends answers 1xx without an end", async () => {
  const early = "HTTP/1.1 103 Early Hints\r\nLink: <hunter2>\r\n\r\n".repeat(1000);
  const from = performance.now();
  const message = await readFrom(early, 60_000);
  expect(message).toContain("(informational answers without an end)");
  expect(message).not.toContain("hunter2");
  expect(performance.now() - from).toBeLessThan(5000);
});
