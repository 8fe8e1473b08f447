// Log lines for a person.
import { expect, test } from "vitest";
import { createPinoLogger } from "./pino-logger.ts";

async function written(log: (logger: Awaited<ReturnType<typeof createPinoLogger>>) => void): Promise<string> {
  let lines = "";
  log(await createPinoLogger({ level: "debug", format: "text", write: (line) => (lines += line) }));
  return lines.replaceAll(/\d\d:\d\d:\d\d\.\d{3}Z/g, "<time>");
}

test("a line has time, level, logger, message, and fields", async () => {
  const lines = await written((log) => {
    const child = log.child({ logger: "foo" });
    child.info("Reconciled", {
      namespace: "default",
      name: "a",
      count: 2,
      took: "1.5 s",
      object: { a: [1] },
      no: null,
    });
    child.debug("Debug", { empty: "", quote: 'a"b', equals: "a=b" });
    log.warn("No logger");
  });
  expect(lines.split("\n")).toEqual([
    '<time> INFO  foo: Reconciled namespace=default name=a count=2 took="1.5 s" object={"a":[1]} no=null',
    '<time> DEBUG foo: Debug empty="" quote="a\\"b" equals="a=b"',
    "<time> WARN  No logger",
    "",
  ]);
});

test("the stack of an error stands below its line", async () => {
  const lines = (await written((log) => log.error("Failed", { error: new TypeError("no such\nthing") }))).split("\n");
  expect(lines[0]).toBe('<time> ERROR Failed error="no such\\nthing"');
  expect(lines.slice(1, 3)).toEqual(["    TypeError: no such", "    thing"]);
  expect(lines[3]).toMatch(/^ {4}at .*readable-line\.test\.ts/);
});

test("foreign strings make no line of their own, and nothing that a terminal obeys", async () => {
  const lines = await written((log) =>
    log.info("a\n12:00:00.000Z ERROR forged", { "b\nc": "d\r\u001b[2K\u2028e", stack: { no: "string\n" } }),
  );
  expect(lines.split("\n")).toEqual([
    '<time> INFO  a\\n<time> ERROR forged b\\nc="d\\r\\u001b[2K\\u2028e"',
    '    stack={"no":"string\\n"}',
    "",
  ]);
});
