// The logger of a reconcile writes what a logger with its fields would, and makes them once.
import { silentLogger, type LogFields, type Logger } from "@capstan/process";
import { expect, test } from "vitest";
import { lateLogger } from "./late-logger.ts";

test("fields are made with the first line, once, and come before those of the line", () => {
  const lines: unknown[] = [];
  const write =
    (level: string) =>
    (message: string, fields?: LogFields): void =>
      void lines.push([level, message, JSON.stringify(fields)]);
  const parent: Logger = {
    debug: write("debug"),
    info: write("info"),
    warn: write("warn"),
    error: write("error"),
    child: (fields) => {
      lines.push(["child", JSON.stringify(fields)]);
      return silentLogger;
    },
  };
  let made = 0;
  const log = lateLogger(parent, () => ({ id: (made += 1) }));
  expect(made).toBe(0);
  log.debug("a");
  log.info("b", { id: 2, more: 3 });
  log.warn("c");
  log.error("d");
  log.child({ of: "e" }).info("f");
  expect(lines).toEqual([
    ["debug", "a", '{"id":1}'],
    ["info", "b", '{"id":2,"more":3}'],
    ["warn", "c", '{"id":1}'],
    ["error", "d", '{"id":1}'],
    ["child", '{"id":1,"of":"e"}'],
  ]);
});
