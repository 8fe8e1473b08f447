// The lines of the logger.
import { expect, test } from "vitest";
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

test("what a terminal obeys is escaped, and stays the same in JSON", async () => {
  const written: string[] = [];
  const log = await createPinoLogger({ write: (line) => void written.push(line) });
  const foreign = "\u001b[31m\u009b31m\u202e\u2066\u007f";
  log.info(foreign, { [foreign]: foreign });
  const [line = ""] = written;
  expect(line).toMatch(/^[ -~]+\n$/);
  expect(JSON.parse(line)).toMatchObject({ msg: foreign, [foreign]: foreign });
});
