// How long the pause is after an event of a server that sends far more than its objects hold.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createClient, type WatchEvent } from "@capstan/client";
import { ConfigMap } from "@capstan/kube/builtin";
import { expect, test } from "vitest";
import { eventPauseMs } from "./watch-waits.ts";

const metadata = '"metadata":{"namespace":"d","name":"a","resourceVersion":"2"}';
const lineOf = (data: string): string =>
  `{"type":"MODIFIED","object":{"apiVersion":"v1","kind":"ConfigMap",${metadata},"data":${data}}}`;

/** The event of a line, as the client of a workload cluster reads it. */
async function sent(line: string): Promise<WatchEvent> {
  const server = createServer((_, response) => void response.end(`${line}\n`));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const client = createClient({ server: `http://127.0.0.1:${port}` }, { foreign: "the workload cluster of ns/c" });
  try {
    for await (const [event] of client.watchOnce(ConfigMap, { lean: true })) if (event !== undefined) return event;
    throw new Error("no event came");
  } finally {
    client.close();
    server.close();
  }
}

const repeated = (count: number, value: (index: number) => string): string =>
  `{${Array.from({ length: count }, (_, i) => `"a":${value(i)}`).join()}}`;

test.each([
  { what: "a long string", data: `{"a":"${"x".repeat(1_900_000)}"}` },
  { what: "a field that is sent again", data: repeated(55_000, (i) => `"${`${i}`.padEnd(25, "x")}"`) },
  { what: "a field with objects that is sent again", data: repeated(25_000, (i) => `{"k${i}":"${"x".repeat(40)}"}`) },
  { what: "escapes", data: `{"a":"${"\\u0041".repeat(300_000)}"}` },
  { what: "blanks", data: `{"a":${" ".repeat(1_900_000)}"x"}` },
])("a line with $what has half a millisecond for each of its kilobytes", async ({ data }) => {
  const line = lineOf(data);
  expect(line.length).toBeGreaterThan(1_300_000);
  expect(eventPauseMs(await sent(line))).toBeGreaterThan(line.length / 2000);
});

test("an object of a usual size has a short pause, longer with more values", async () => {
  const [empty, full] = [lineOf("{}"), lineOf(JSON.stringify(Array.from({ length: 60 }, () => 0)))];
  const [before, after] = [eventPauseMs(await sent(empty)), eventPauseMs(await sent(full))];
  expect(before).toBeGreaterThan(10);
  expect(before).toBeLessThan(11);
  expect(after - before).toBeCloseTo(1 + (full.length - empty.length) / 2000, 5);
});
