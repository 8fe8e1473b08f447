// Clocks, random numbers and the environment in a conversion are errors, also by references that a module took when it was imported, and
// everything works after it.
import { getRandomValues, randomBytes, randomInt, randomUUID } from "node:crypto";
import { performance as imported } from "node:perf_hooks";
import { env, hrtime, uptime } from "node:process";
import { expect, it } from "vitest";
import { withinTime } from "./guarded.ts";
import { withoutSources } from "./outside-sources.ts";

// As a module of functions has them.
const now = Date.now;
const random = Math.random;
const Dates = Date;
const clock = performance;
const tick = process.hrtime.bigint.bind(process.hrtime);
const bound = crypto.randomUUID.bind(crypto);
const variables = process.env;
const { constructor } = new Date(0);

it.each<[string, () => unknown]>([
  ["calls Date.now", () => Date.now()],
  ["calls Date.now", () => now()],
  ["calls Date()", () => Date()],
  ["calls Date()", () => Dates()],
  ["calls new Date()", () => new Date()],
  ["calls new Date()", () => new Dates()],
  ["calls new Date()", () => new (class extends Date {})()],
  ["calls new Date()", () => Reflect.construct(constructor, [])],
  ["calls Math.random", () => Math.random()],
  ["calls Math.random", () => random()],
  ["calls crypto.randomUUID", () => crypto.randomUUID()],
  ["calls crypto.randomUUID", () => bound()],
  ["calls crypto.randomUUID", () => randomUUID()],
  ["calls crypto.getRandomValues", () => crypto.getRandomValues(new Uint8Array(1))],
  ["calls crypto.getRandomValues", () => getRandomValues(new Uint8Array(1))],
  ["calls crypto.randomBytes", () => randomBytes(1)],
  ["calls crypto.randomInt", () => randomInt(2)],
  ["calls performance.now", () => performance.now()],
  ["calls performance.now", () => imported.now()],
  ["calls performance.now", () => clock.now()],
  ["calls process.hrtime", () => process.hrtime()],
  ["calls process.hrtime", () => hrtime()],
  ["calls process.hrtime.bigint", () => process.hrtime.bigint()],
  ["calls process.hrtime.bigint", () => hrtime.bigint()],
  ["calls process.hrtime.bigint", () => tick()],
  ["calls process.uptime", () => process.uptime()],
  ["calls process.uptime", () => uptime()],
  ["reads process.pid", () => process.pid],
  ["reads process.ppid", () => process.ppid],
  ["reads performance.timeOrigin", () => performance.timeOrigin],
  ["reads performance.timeOrigin", () => imported.timeOrigin],
  ["calls performance.toJSON", () => performance.toJSON()],
  ["reads process.env", () => process.env["PATH"]],
  ["reads process.env", () => env["PATH"]],
  ["reads process.env", () => variables["PATH"]],
  ["reads process.env", () => "PATH" in process.env],
  ["reads process.env", () => Object.keys(process.env)],
  ["reads process.env", () => Object.hasOwn(process.env, "PATH")],
])("what %s throws during a conversion, and works after it: %s", (name, ask) => {
  const message = `a conversion ${name}: its result may depend on nothing but the object`;
  expect(() => withoutSources(ask)).toThrow(message);
  expect(ask()).toBeDefined();
  expect(() => withoutSources(ask)).toThrow(message);
});

it.each<[string, () => unknown, unknown]>([
  ["a date of the object", () => new Date("2026-01-01T00:00:00Z").toISOString(), "2026-01-01T00:00:00.000Z"],
  ["the time of a string", () => Date.parse("1970-01-01T00:00:01Z"), 1000],
  ["a date in UTC", () => Date.UTC(1970, 0, 2), 86_400_000],
  ["the type of a date", () => new Date(0) instanceof Date && new Date(0).constructor === Date, true],
  ["a sum", () => Math.max(1, 2), 2],
])("%s is none of them", (_, ask, want) => {
  expect(withoutSources(ask)).toBe(want);
});

it("an error that a function catches is one again at the next call", () => {
  const ask = (): string => {
    try {
      return String(Date.now());
    } catch {
      return String(process.uptime());
    }
  };
  expect(() => withoutSources(ask)).toThrow("a conversion calls process.uptime");
});

it("an error of a function has its stack", () => {
  const fail = (): string => new Error("own").stack ?? "";
  expect(withoutSources(fail)).toContain("outside-sources.test.ts");
});

it("the environment can be changed as before", () => {
  process.env["CAPSTAN_TEST_VARIABLE"] = "a";
  process.env["CAPSTAN_TEST_VARIABLE"] = "b";
  expect({ ...process.env }["CAPSTAN_TEST_VARIABLE"]).toBe("b");
  delete process.env["CAPSTAN_TEST_VARIABLE"];
  expect("CAPSTAN_TEST_VARIABLE" in process.env).toBe(false);
});

it("the clock works after a conversion that was stopped", () => {
  const loop = (): never => {
    for (;;);
  };
  expect(() => withinTime(() => withoutSources(loop), 50)).toThrow(
    "a conversion did not end within 0.05 s: a function of it loops",
  );
  expect(Date.now()).toBeGreaterThan(0);
  expect(new Date()).toBeInstanceOf(Date);
});
