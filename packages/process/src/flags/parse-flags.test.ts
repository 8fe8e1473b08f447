// Command lines and what they give: values by kind, defaults, aliases, and the errors of wrong ones.
import { describeError, isCapstanError } from "@capstan/kube";
import { describe, expect, expectTypeOf, test } from "vitest";
import type { FlagTable } from "./flag.ts";
import { mergeFlags, parseFlags } from "./parse-flags.ts";

const table = {
  namespace: { kind: "string", help: "" },
  filter: { kind: "string", default: "all", help: "" },
  "leader-elect": { kind: "boolean", help: "" },
  cache: { kind: "boolean", default: "true", help: "" },
  concurrency: { kind: "count", help: "" },
  "webhook-port": { kind: "port", default: "9443", aliases: ["port"], help: "" },
  "sync-period": { kind: "duration", default: "10m", help: "" },
  "health-addr": { kind: "address", default: ":9440", help: "" },
  level: { kind: "choice", choices: ["info", "warn"], default: "info", help: "" },
  teams: { kind: "names", help: "" },
  gates: { kind: "string", repeats: true, help: "" },
} as const satisfies FlagTable;

test("defaults are read like values; a flag without a default is undefined", () => {
  expect(parseFlags(table, [])).toEqual({
    namespace: undefined,
    filter: "all",
    "leader-elect": false,
    cache: true,
    concurrency: undefined,
    "webhook-port": 9443,
    "sync-period": 600_000,
    "health-addr": ":9440",
    level: "info",
    teams: undefined,
    gates: undefined,
  });
});

test("all values of a flag that repeats count, and of another one the last", () => {
  const { gates, filter } = parseFlags(table, ["--gates=A=1", "--filter=x", "--gates=", "--gates=B=0", "--filter=y"]);
  expect([gates?.split(",").filter((gate) => gate !== ""), filter]).toEqual([["A=1", "B=0"], "y"]);
});

test.each([
  { args: ["--teams=a"], want: ["a"] },
  { args: ["--teams=a, b,a"], want: ["a", "b"] },
  { args: ["--teams="], want: undefined },
])("$args gives the names $want", ({ args, want }) => {
  expect(parseFlags(table, args).teams).toEqual(want);
});

test("an empty name is no name", () => {
  expect(() => parseFlags(table, ["--teams=a,"])).toThrow('--teams is "a,"');
});

test.each([
  { value: "20", want: 20 },
  { value: "-1", want: -1 },
  { value: "0.5", want: 0.5 },
  { value: "1e3", want: 1000 },
  { value: "", want: undefined },
])("$value is the number $want", ({ value, want }) => {
  expect(parseFlags({ qps: { kind: "number", help: "" } }, [`--qps=${value}`]).qps).toBe(want);
});

test.each(["many", " ", "Infinity", "NaN", "1,5"])("%j is no number", (value) => {
  expect(() => parseFlags({ qps: { kind: "number", help: "" } }, [`--qps=${value}`])).toThrow("--qps is");
});

test.each(["a", "a-1,b", "0", "a".repeat(63)])("%s are names of namespaces", (value) => {
  const { watched } = parseFlags({ watched: { kind: "namespaces", help: "" } }, [`--watched=${value}`]);
  expect(watched?.join(",")).toBe(value);
});

test.each(["Bad_NS", "a.b", "-a", "a-", "a,,b", "a".repeat(64), "ä"])("%j is no list of namespaces", (value) => {
  const table = { watched: { kind: "namespaces", help: "" } } as const;
  expect(() => parseFlags(table, [`--watched=${value}`])).toThrow(/^--watched is ".*/s);
});

test.each([
  { args: ["--namespace=a"], flag: "namespace", want: "a" },
  { args: ["--namespace", "a"], flag: "namespace", want: "a" },
  { args: ["--namespace", "-a"], flag: "namespace", want: "-a" },
  { args: ["--namespace=--a"], flag: "namespace", want: "--a" },
  { args: ["--namespace=a=b"], flag: "namespace", want: "a=b" },
  { args: ["--namespace="], flag: "namespace", want: undefined },
  { args: ["--namespace=a", "--namespace=b"], flag: "namespace", want: "b" },
  { args: ["--filter="], flag: "filter", want: "" },
  { args: ["--leader-elect"], flag: "leader-elect", want: true },
  { args: ["--leader-elect=true"], flag: "leader-elect", want: true },
  { args: ["--leader-elect=false"], flag: "leader-elect", want: false },
  { args: ["--cache=false"], flag: "cache", want: false },
  { args: ["--concurrency=3"], flag: "concurrency", want: 3 },
  { args: ["--concurrency="], flag: "concurrency", want: undefined },
  { args: ["--webhook-port=0"], flag: "webhook-port", want: 0 },
  { args: ["--port=65535"], flag: "webhook-port", want: 65_535 },
  { args: ["--webhook-port=1", "--port", "2"], flag: "webhook-port", want: 2 },
  { args: ["--port=1", "--webhook-port=2"], flag: "webhook-port", want: 2 },
  { args: ["--sync-period=1m30s"], flag: "sync-period", want: 90_000 },
  { args: ["--sync-period=1ms"], flag: "sync-period", want: 1 },
  { args: ["--sync-period=8760h"], flag: "sync-period", want: 31_536_000_000 },
  { args: ["--health-addr=127.0.0.1:1"], flag: "health-addr", want: "127.0.0.1:1" },
  { args: ["--health-addr=0"], flag: "health-addr", want: "0" },
  { args: ["--health-addr="], flag: "health-addr", want: "" },
  { args: ["--level=warn"], flag: "level", want: "warn" },
] as const)("$args gives $flag=$want", ({ args, flag, want }) => {
  expect(parseFlags(table, args)[flag]).toBe(want);
});

describe("is rejected:", () => {
  test.each([
    {
      args: ["--namespce=a"],
      code: "process/unknown-flag",
      want: 'there is no flag --namespce; did you mean "--namespace"?\n  help: see --help',
    },
    {
      args: ["--prot", "1"],
      code: "process/unknown-flag",
      want: 'there is no flag --prot; did you mean "--port"?\n  help: see --help',
    },
    { args: ["--zzzzzzzz"], code: "process/unknown-flag", want: "there is no flag --zzzzzzzz\n  help: see --help" },
    { args: ["-q"], code: "process/unknown-flag", want: "there is no flag -q\n  help: see --help" },
    {
      args: ["-namespace=a"],
      code: "process/unknown-flag",
      want: 'there is no flag -namespace; did you mean "--namespace"?\n  help: see --help',
    },
    {
      args: ["-namespace", "a"],
      code: "process/unknown-flag",
      want: 'there is no flag -namespace; did you mean "--namespace"?\n  help: see --help',
    },
    {
      args: ["--constructor"],
      code: "process/unknown-flag",
      want: "there is no flag --constructor\n  help: see --help",
    },
    {
      args: ["--namespace"],
      code: "process/flag-value-missing",
      want: "--namespace has no value\n  help: write --namespace=<value>",
    },
    {
      args: ["--namespace", "--cache"],
      code: "process/flag-value-missing",
      want: "--namespace has no value\n  help: write --namespace=<value>",
    },
    {
      args: ["--leader-elect", "false"],
      code: "process/argument",
      want: '"false" is not a flag\n  help: write --leader-elect=false',
    },
    {
      args: ["--cache", "true"],
      code: "process/argument",
      want: '"true" is not a flag\n  help: write --cache=true',
    },
    {
      args: ["--leader-elect", "yes"],
      code: "process/argument",
      want: '"yes" is not a flag\n  help: write --leader-elect=true or --leader-elect=false',
    },
    {
      args: ["--leader-elect=true", "false"],
      code: "process/argument",
      want: '"false" is not a flag\n  help: write flags as --name=value; --help lists them',
    },
    {
      args: ["--namespace", "a", "b"],
      code: "process/argument",
      want: '"b" is not a flag\n  help: write flags as --name=value; --help lists them',
    },
    {
      args: ["--", "x"],
      code: "process/argument",
      want: '"--" is not a flag\n  help: write flags as --name=value; --help lists them',
    },
    {
      args: ["--leader-elect=yes"],
      code: "process/flag-value",
      want: '--leader-elect is "yes"\n  help: give true or false',
    },
    {
      args: ["--leader-elect="],
      code: "process/flag-value",
      want: '--leader-elect is ""\n  help: give true or false',
    },
    {
      args: ["--concurrency=0"],
      code: "process/flag-value",
      want: '--concurrency is "0"\n  help: give a whole number of at least 1',
    },
    {
      args: ["--concurrency=-1"],
      code: "process/flag-value",
      want: '--concurrency is "-1"\n  help: give a whole number of at least 1',
    },
    {
      args: ["--port=high"],
      code: "process/flag-value",
      want: '--webhook-port is "high"\n  help: give a port from 0 to 65535',
    },
    {
      args: ["--webhook-port=65536"],
      code: "process/flag-value",
      want: '--webhook-port is "65536"\n  help: give a port from 0 to 65535',
    },
    {
      args: ["--sync-period=10"],
      code: "process/flag-value",
      want: '--sync-period is "10"\n  help: give a duration from 1ms to 8760h, such as "15s"',
    },
    {
      args: ["--sync-period=0s"],
      code: "process/flag-value",
      want: '--sync-period is "0s"\n  help: give a duration from 1ms to 8760h, such as "15s"',
    },
    {
      args: ["--sync-period=1ns"],
      code: "process/flag-value",
      want: '--sync-period is "1ns"\n  help: give a duration from 1ms to 8760h, such as "15s"',
    },
    {
      args: ["--sync-period=8761h"],
      code: "process/flag-value",
      want: '--sync-period is "8761h"\n  help: give a duration from 1ms to 8760h, such as "15s"',
    },
    {
      args: ["--health-addr=9440"],
      code: "process/flag-value",
      want: '--health-addr is "9440"\n  help: give an address such as ":8080", or "0" for none',
    },
    {
      args: ["--level=loud"],
      code: "process/flag-value",
      want: '--level is "loud"\n  help: give one of info, warn',
    },
  ])("$args", ({ args, code, want }) => {
    const error = catching(() => parseFlags(table, args));
    expect(isCapstanError(error, code)).toBe(true);
    expect(describeError(error)).toBe(want);
  });
});

test.each([
  { name: "a name", second: { filter: { kind: "string", help: "" } }, flag: "filter" },
  { name: "an alias", second: { other: { kind: "string", help: "", aliases: ["filter"] } }, flag: "filter" },
  { name: "a name that is an alias", second: { port: { kind: "string", help: "" } }, flag: "port" },
] as const)("$name that two flags have is rejected", ({ second, flag }) => {
  expect(describeError(catching(() => mergeFlags(table, second)))).toBe(
    `two flags are named --${flag}\n  help: give the flag another name in \`flags\``,
  );
});

test("types: values follow from kinds and defaults", () => {
  const flags = parseFlags(table, []);
  expectTypeOf(flags.namespace).toEqualTypeOf<string | undefined>();
  expectTypeOf(flags.filter).toEqualTypeOf<string>();
  expectTypeOf(flags["leader-elect"]).toEqualTypeOf<boolean>();
  expectTypeOf(flags.concurrency).toEqualTypeOf<number | undefined>();
  expectTypeOf(flags["sync-period"]).toEqualTypeOf<number>();
  expectTypeOf(flags.level).toEqualTypeOf<"info" | "warn">();
});

function catching(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return error;
  }
}
