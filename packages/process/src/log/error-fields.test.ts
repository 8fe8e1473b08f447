// What a log line has of an error: its code or its stack.
import { CapstanError } from "@capstan/kube";
import { expect, test } from "vitest";
import { errorFields } from "./error-fields.ts";

test("an error of Capstan's has its code and help, and no stack", () => {
  expect(errorFields(new CapstanError("demo/full", "it is full", { help: "empty it" }))).toEqual({
    error: "it is full\n  help: empty it",
    code: "demo/full",
  });
});

test("with frames it has the places of its stack, and its message once", () => {
  const error = new CapstanError("demo/full", "it is full\n    at server (evil.ts:1)", {
    cause: new Error("a secret"),
  });
  const { stack, ...fields } = errorFields(error, { frames: true });
  expect(fields).toEqual({ error: error.message, code: "demo/full" });
  expect(stack).toMatch(/^CapstanError\n {4}at .*error-fields\.test\.ts/);
  expect(stack).not.toMatch("evil");
  error.message = "it was changed";
  expect(errorFields(error, { frames: true })["stack"]).toBe("CapstanError");
  const cause = new CapstanError("client/rejected", "the server answered 400", { cause: new Error("a secret") });
  const outer = String(errorFields(new Error("no nodes", { cause }), { frames: true })["stack"]);
  expect(outer.split("Caused by: the server answered 400\n")[1]).toMatch(/^ {4}at .*error-fields\.test\.ts/);
  expect(outer).not.toContain("a secret");
});

test("any other error has its stack", () => {
  const error = new TypeError("no such field");
  expect(errorFields(error)).toEqual({ error: "no such field", stack: error.stack });
  expect(String(errorFields(error)["stack"])).toContain("error-fields.test.ts");
});

test("several errors have all their stacks", () => {
  const errors = [new Error("one"), new Error("two")];
  const stack = String(errorFields(new AggregateError(errors, "both"))["stack"]);
  for (const { message } of errors) expect(stack).toContain(`Error: ${message}\n`);
});

test.each([
  { given: "broken", want: "broken", thrown: "a string" },
  { given: undefined, want: "undefined", thrown: "undefined" },
  { given: null, want: "null", thrown: "null" },
  { given: { code: 42 }, want: '{"code":42}', thrown: "an object" },
  { given: 7n, want: "7", thrown: "a bigint" },
])("$given that was thrown says what it is, and why there is no stack", ({ given, want, thrown }) => {
  expect(errorFields(given)).toEqual({ error: want, thrown: `${thrown}, which has no stack; throw an Error` });
});

test("an object that was thrown with a stack has it", () => {
  expect(errorFields({ message: "quota", stack: "at cloud.ts:1" })).toEqual({ error: "quota", stack: "at cloud.ts:1" });
});

test.each([
  { given: new TypeError("fetch failed", { cause: new Error("connect 1") }), want: "fetch failed: connect 1" },
  { given: new Error("no size of disk", { cause: new Error("disk") }), want: "no size of disk" },
  { given: new Error("a", { cause: new Error("b", { cause: "c" }) }), want: "a: b: c" },
  {
    given: new TypeError("fetch failed", { cause: new AggregateError([new Error("::1"), new Error("127.0.0.1")], "") }),
    want: "fetch failed: ::1, 127.0.0.1",
  },
  {
    given: new Error("a", { cause: new CapstanError("x/y", "ours", { cause: new Error("a secret") }) }),
    want: "a: ours",
  },
  { given: new CapstanError("x/y", "ours", { cause: new Error("a secret") }), want: "ours" },
])("the error says $want", ({ given, want }) => {
  expect(errorFields(given)["error"]).toBe(want);
});

test("an error that is its own cause has its message once, and one whose cause cannot be read has its message", () => {
  const error = new Error("round");
  error.cause = error;
  expect(errorFields(error)["error"]).toBe("round");
  const odd = Object.defineProperty(new Error("odd"), "cause", {
    get: () => {
      throw new Error("no");
    },
  });
  expect(errorFields(odd)["error"]).toBe("odd");
});

test("the causes of an error have their stacks, those of Capstan's errors their messages", () => {
  const socket = new Error("connect ECONNREFUSED");
  const stack = String(errorFields(new TypeError("fetch failed", { cause: socket }))["stack"]);
  expect(stack).toContain("TypeError: fetch failed\n");
  expect(stack).toContain("Caused by: Error: connect ECONNREFUSED\n");
  const foreign = new CapstanError("client/rejected", "the server answered 400", { cause: new Error("a secret") });
  const fields = String(errorFields(new Error("no nodes", { cause: foreign }))["stack"]);
  expect(fields).toContain("Caused by: the server answered 400");
  expect(fields).not.toContain("a secret");
});

test("errors that refer to themselves, and chains without an end, are cut", () => {
  const both = new AggregateError([], "both");
  both.errors.push(both);
  both.cause = both;
  expect(String(errorFields(both)["stack"])).toContain("AggregateError: both");
  let chain = new Error("the first");
  for (let i = 0; i < 100_000; i++) chain = new Error("a link", { cause: chain });
  expect(String(errorFields(chain)["stack"]).match(/a link/g)?.length).toBe(10);
});

test("an error whose fields throw is reported", () => {
  const error = new Error("x");
  Object.defineProperty(error, "stack", {
    get: () => {
      throw new Error("hands off");
    },
  });
  expect(errorFields(error)["error"]).toBe("x");
  const hostile = new Proxy(
    {},
    {
      has: () => {
        throw new Error("hands off");
      },
    },
  );
  expect(errorFields(hostile)["error"]).toBe("a value without a message");
});
