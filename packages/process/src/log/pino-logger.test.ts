// The lines of the logger.
import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { CapstanError } from "@capstan/kube";
import { createPinoLogger, type LogLevel } from "./pino-logger.ts";

async function lines(level: LogLevel | undefined): Promise<readonly string[]> {
  const written: string[] = [];
  const log = await createPinoLogger({ ...(level && { level }), write: (line) => void written.push(line) });
  const child = log.child({ logger: "foo" }).child({ kind: "Bar" });
  child.debug("Debug");
  child.info("Info", { count: 1 });
  log.warn("Warn", { error: "broken" });
  child.error("Error");
  return written.map((line) => line.replace(/"ts":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"/, '"ts":"<time>"'));
}

test.each([
  { level: "debug", want: ["Debug", "Info", "Warn", "Error"] },
  { level: undefined, want: ["Info", "Warn", "Error"] },
  { level: "warn", want: ["Warn", "Error"] },
  { level: "error", want: ["Error"] },
] as const)("level $level writes $want", async ({ level, want }) => {
  const messages = (await lines(level)).map((line) => /"msg":"(\w+)"/.exec(line)?.[1]);
  expect(messages).toEqual(want);
});

test("a line is JSON with level, ts, the fields of its loggers, its own, and msg", async () => {
  expect(await lines("info")).toEqual([
    '{"level":"info","ts":"<time>","logger":"foo","kind":"Bar","count":1,"msg":"Info"}\n',
    '{"level":"warn","ts":"<time>","error":"broken","msg":"Warn"}\n',
    '{"level":"error","ts":"<time>","logger":"foo","kind":"Bar","msg":"Error"}\n',
  ]);
});

test("a field is written once: that of a line in place of that of its logger, and that of a logger in place of the one above", async () => {
  const written: string[] = [];
  const log = (await createPinoLogger({ write: (line) => void written.push(line) })).child({
    hook: "a",
    cluster: "b/c",
  });
  log.info("One", { cluster: "c" });
  log.child({ cluster: "d" }).info("Two", { more: 1 });
  log.info("Three", { cluster: undefined });
  log.info("Four");
  expect(written.map((line) => line.replace(/"ts":"[^"]*",/, ""))).toEqual([
    '{"level":"info","hook":"a","cluster":"c","msg":"One"}\n',
    '{"level":"info","hook":"a","cluster":"d","more":1,"msg":"Two"}\n',
    '{"level":"info","hook":"a","cluster":"b/c","msg":"Three"}\n',
    '{"level":"info","hook":"a","cluster":"b/c","msg":"Four"}\n',
  ]);
});

test("of an error its message and its stack are written, and none of its own properties", async () => {
  const written: string[] = [];
  const log = await createPinoLogger({ write: (line) => void written.push(line) });
  const config = { headers: { Authorization: "Bearer hunter2" } };
  const error = Object.assign(new Error("the call failed"), { config, request: { config } });
  log.error("Failed", { error, cause: error, inside: { deep: [error] } });
  log.child({ ofChild: error }).error("Again", { error: "a message" });
  log.error("Coded", { error: new CapstanError("a/b", "the reason", { help: "do this" }) });
  const [first, second, third] = written.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(first).toMatchObject({
    error: "the call failed",
    cause: "the call failed",
    inside: { deep: ["the call failed"] },
  });
  expect(first?.["stack"]).toContain("pino-logger.test.ts");
  expect(second).toMatchObject({ ofChild: "the call failed", error: "a message" });
  expect(third).toMatchObject({ error: expect.stringContaining("the reason"), code: "a/b" });
  expect(written.join("")).not.toContain("hunter2");
});

test("what a terminal or a reader of lines obeys is escaped, and stays the same in JSON", async () => {
  const written: string[] = [];
  const log = await createPinoLogger({ write: (line) => void written.push(line) });
  const foreign = "\u001b[31m\u009b31m\u202e\u2066\u2028\u2029\u007f";
  log.info(foreign, { [foreign]: foreign });
  const [line = ""] = written;
  expect(line).toMatch(/^[ -~]+\n$/);
  expect(JSON.parse(line)).toMatchObject({ msg: foreign, [foreign]: foreign });
});

const cut = (length: number): string => `${"a".repeat(8192)}... (cut, it has ${length} characters)`;

test("long messages and fields are cut, and say how long they were", async () => {
  const written: string[] = [];
  const log = await createPinoLogger({ write: (line) => void written.push(line) });
  const long = "a".repeat(50_000);
  log.child({ ofChild: long }).info(long, { text: long, list: [long, 1], short: ["a", { b: 1 }], [long]: 1 });
  expect(JSON.parse(written[0] ?? "")).toEqual({
    level: "info",
    ts: expect.any(String),
    ofChild: cut(50_000),
    text: cut(50_000),
    list: `["${"a".repeat(8190)}... (cut, it has 50006 characters)`,
    short: ["a", { b: 1 }],
    [`${"a".repeat(200)}... (cut, it has 50000 characters)`]: 1,
    msg: cut(50_000),
  });
});

test("fields that JSON does not have are written", async () => {
  const written: string[] = [];
  const log = await createPinoLogger({ write: (line) => void written.push(line) });
  const circle: { self?: object } = {};
  circle.self = circle;
  log.info("Odd", { circle, undefined, nothing: null, count: 1 });
  expect(JSON.parse(written[0] ?? "")).toMatchObject({
    msg: "Odd",
    circle: expect.stringContaining("Circular"),
    nothing: null,
    count: 1,
  });
});

test.each([100, 10_000, 50_000, 70_000, 5_000_000])(
  "a line of %i characters for standard error is not lost",
  (length) => {
    const module = JSON.stringify(new URL("./pino-logger.ts", import.meta.url).href);
    const program = `const { createPinoLogger } = await import(${module});
      const long = "\\u001b".repeat(${length});
      (await createPinoLogger()).error(long, { error: long, stack: long, list: [long], other: { long } });`;
    const node = ["--conditions=@capstan/source", "--input-type=module", "--eval", program];
    const { stderr } = spawnSync(process.execPath, node, { encoding: "utf8" });
    expect(JSON.parse(stderr)).toMatchObject({ level: "error", msg: expect.stringContaining("\u001b".repeat(100)) });
  },
);
