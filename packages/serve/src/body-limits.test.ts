// Bodies of requests: what all of them may hold together, in how many pieces they arrive, and what is rejected.
import { afterEach, expect, test } from "vitest";
import { type Route, textResponse } from "./route.ts";
import { answerHeld, caller, endAll, hold, holds, nextHeld, post, start, statusOfNext } from "../test/raw-callers.ts";

afterEach(endAll);

const chunked = (path: string, body: string): string =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n`;

const busy =
  "the server has no room for more than 100 bytes in the bodies of all requests (limits.inFlightBytes); send the request again\n";

test.each([
  { name: "declared", send: post("/echo", `"${"y".repeat(48)}"`) },
  { name: "not declared", send: chunked("/echo", `"${"y".repeat(48)}"`) },
])(
  "a body beyond the budget of the server, its length $name, is answered with 503 and Retry-After",
  async ({ send }) => {
    const server = await start({ bodyBytes: 60, inFlightBytes: 100 });
    await holds(server, 60);
    const second = await caller(server);
    second.socket.write(send);
    const answer = await second.has(busy);
    expect(answer).toMatch(/^HTTP\/1\.1 503 /);
    expect(answer).toContain("retry-after: 1\r\n");
    expect(answer.slice(answer.indexOf("\r\n\r\n") + 4)).toBe(busy);
  },
);

test("a body that arrives in part holds what arrived, and not what it declares", async () => {
  const server = await start({ bodyBytes: 100, inFlightBytes: 100 });
  const slow = await caller(server);
  slow.socket.write(post("/held", "x".repeat(40), 100));
  // Answered after it, so the 40 bytes were read.
  const small = await caller(server);
  small.socket.write(post("/echo", `"${"y".repeat(58)}"`));
  expect(await small.has("y")).toMatch(/^HTTP\/1\.1 200 /);
});

test("the bytes of a request that was answered are free again", async () => {
  const server = await start({ bodyBytes: 60, inFlightBytes: 60 });
  const first = await holds(server, 60);
  answerHeld();
  await first.has("60 bytes");
  await expect.poll(() => statusOfNext(server)).toBe("HTTP/1.1 200");
});

test("the bytes of a request whose caller has left are free when the route has answered", async () => {
  const server = await start({ bodyBytes: 60, inFlightBytes: 60 });
  const first = await holds(server, 60);
  first.socket.destroy();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(await statusOfNext(server)).toBe("HTTP/1.1 503");
  answerHeld();
  await expect.poll(() => statusOfNext(server)).toBe("HTTP/1.1 200");
});

test("a budget below one largest body is one largest body", async () => {
  const server = await start({ bodyBytes: 60, inFlightBytes: 1 });
  const one = await caller(server);
  one.socket.write(post("/echo", `"${"y".repeat(58)}"`));
  expect(await one.has("y")).toMatch(/^HTTP\/1\.1 200 /);
});

test("a body that arrives slowly makes room for others, and is answered with 503", async () => {
  const server = await start({ bodyBytes: 60, inFlightBytes: 100 });
  const slow = [await caller(server), await caller(server)];
  for (const { socket } of slow) socket.write(post("/held", "x".repeat(40), 60));
  const small = await caller(server);
  small.socket.write(post("/echo", "1"));
  await small.has("\r\n\r\n1");
  const real = await caller(server);
  real.socket.write(post("/echo", `"${"y".repeat(38)}"`));
  expect(await real.has("y")).toMatch(/^HTTP\/1\.1 200 /);
  // The one that has held its bytes for longest.
  const answer = (await slow[0]?.all) ?? "";
  expect(answer).toMatch(/^HTTP\/1\.1 503 /);
  expect(answer).toContain(busy);
  slow[1]?.socket.write("x".repeat(20));
  answerHeld();
  expect(await slow[1]?.has("60 bytes")).toMatch(/^HTTP\/1\.1 200 /);
});

test("large bodies leave a part of the budget to small ones", async () => {
  const server = await start({ bodyBytes: 600, inFlightBytes: 1000 });
  await holds(server, 475);
  await holds(server, 400);
  const [large, small] = [await caller(server), await caller(server)];
  large.socket.write(post("/echo", `"${"y".repeat(38)}"`));
  expect(await large.has("\r\n\r\n")).toMatch(/^HTTP\/1\.1 503 /);
  small.socket.write(post("/echo", `"${"y".repeat(18)}"`));
  expect(await small.has("y")).toMatch(/^HTTP\/1\.1 200 /);
});

test("a GET has no body for its route", async () => {
  const handle: Route["handle"] = async (request) => textResponse(200, `${(await request.body()).length} bytes`);
  const one = await caller(await start({}, { routes: [{ method: "GET", path: "/", handle }] }));
  one.socket.write("GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc");
  expect(await one.has("bytes")).toContain("\r\n\r\n0 bytes");
});

test("pipelined requests of one connection may have one largest body together", async () => {
  const server = await start({ bodyBytes: 60, inFlightBytes: 1000 });
  const one = await holds(server, 40, post("/echo", `"${"y".repeat(38)}"`));
  answerHeld();
  const answers = await one.has("(limits.bodyBytes)\n");
  expect(answers).toContain("40 bytes");
  expect(answers).toContain("HTTP/1.1 503 ");
  expect(answers).toContain(
    "the bodies of unanswered requests on this connection are larger than 60 bytes together (limits.bodyBytes)\n",
  );
});

test("a body in pieces of one byte is rejected after its pieces count as its limit", async () => {
  const server = await start({ bodyBytes: 64 * 1024 });
  const one = await caller(server);
  one.socket.write(`POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${"1\r\n \r\n".repeat(3000)}`);
  expect(await one.all).toMatch(/^HTTP\/1\.1 413 /);
});

test("a body of many pieces arrives whole", async () => {
  const server = await start({});
  const one = await caller(server);
  const pieces = Array.from({ length: 300 }, (_, i) => String(i % 10).repeat(i));
  const all = ['"', ...pieces.filter((piece) => piece !== ""), '"'];
  const chunks = all.map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`).join("");
  one.socket.write(`POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}0\r\n\r\n`);
  expect(await one.has('9"')).toContain(all.join(""));
});

test("a body in many pieces of a usual size is whole", async () => {
  const one = await caller(await start({}));
  const body = JSON.stringify({ text: "abcdefgh".repeat(200_000) });
  one.socket.write(`POST /echo HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\nconnection: close\r\n\r\n`);
  for (let at = 0; at < body.length; at += 1000) {
    const piece = body.slice(at, at + 1000);
    one.socket.write(`${piece.length.toString(16)}\r\n${piece}\r\n`);
  }
  one.socket.write("0\r\n\r\n");
  expect((await one.has('h"}')).endsWith(body)).toBe(true);
});

test("the body of a request that no route reads takes no memory", async () => {
  const listening = await start(
    {},
    {
      routes: [
        {
          method: "GET",
          path: "/slow",
          async handle() {
            await hold();
            return textResponse(200, "done");
          },
        },
      ],
    },
  );
  const one = await caller(listening);
  const arrived = nextHeld();
  one.socket.write(`GET /slow HTTP/1.1\r\nHost: x\r\nContent-Length: ${64 * 1024 * 1024}\r\n\r\n`);
  await arrived;
  // A server that keeps the body stops reading long before the end.
  await new Promise((resolve) => one.socket.write("x".repeat(32 * 1024 * 1024), resolve));
  expect(one.socket.writableLength).toBe(0);
});

test.each([
  {
    name: "a body nested too deep",
    body: "[".repeat(10_000) + "]".repeat(10_000),
    want: ["400", "the request body has more than 500 objects and lists inside each other (limits.jsonDepth)\n"],
  },
  {
    name: "a body with too many values",
    body: `[${"0,".repeat(1000)}0]`,
    want: ["413", "the request body has more than 1000 values (limits.jsonValues)\n"],
  },
])("$name names the limit and its setting", async ({ body, want }) => {
  const one = await caller(await start({ jsonValues: 1000 }));
  one.socket.end(post("/echo", body));
  const answer = await one.all;
  expect([answer.slice(9, 12), answer.slice(answer.indexOf("\r\n\r\n") + 4)]).toEqual(want);
});

test("a body that is not UTF-8 is rejected", async () => {
  const one = await caller(await start({}));
  one.socket.end(Buffer.from(post("/echo", '"\xff"'), "latin1"));
  expect(await one.all).toContain("the request body is not JSON: it is not UTF-8\n");
});
