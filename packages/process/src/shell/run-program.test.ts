// The shell around a program, without a process: what each start writes and the code it ends with.
import { CapstanError } from "@capstan/kube";
import { expect, test } from "vitest";
import type { FlagTable, FlagValues } from "../flags/flag.ts";
import type { ExitCode, Program, ProgramStart } from "./program.ts";
import { runProgram } from "./run-program.ts";

const flags = {
  "cloud-url": { kind: "string", default: "https://cloud", help: "where the cloud is" },
  "webhook-port": { kind: "port", aliases: ["port"], help: "port of the webhooks" },
} as const satisfies FlagTable;
type Flags = typeof flags;

interface Ran {
  readonly code: ExitCode;
  readonly out: string;
  readonly error: string;
  readonly log: readonly unknown[];
  readonly started: ProgramStart<Flags> | undefined;
}

async function ran(args: readonly string[], work: Program<Flags>["work"] = async () => {}): Promise<Ran> {
  let [out, error] = ["", ""];
  const log: unknown[] = [];
  let started: ProgramStart<Flags> | undefined;
  const program: Program<Flags> = {
    name: "foo",
    title: "provider foo",
    flags,
    describe: () => ({ format: 1 }),
    work: (start) => {
      started = start;
      return work(start);
    },
  };
  const code = await runProgram(program, {
    args,
    variables: { A: "1" },
    signal: new AbortController().signal,
    write: (output) => (out += output),
    writeError: (output) => (error += output),
    writeLog: (line) => void log.push(JSON.parse(line)),
  });
  return { code, out, error, log, started };
}

test("--help prints the program's flags and those of the shell, and starts nothing", async () => {
  const { code, out, error, started } = await ran(["--help", "--describe"]);
  expect([code, error, started]).toEqual([0, "", undefined]);
  expect(out).toMatchInlineSnapshot(`
    "Usage: provider foo [flags]

    Flags:
      --cloud-url      where the cloud is (default: https://cloud)
      --webhook-port   port of the webhooks (also --port)
      --feature-gates  features to switch on or off, as in Name=true,Other=false;
                       AllAlpha and AllBeta are those of a stage: this program has
                       none
      --log-level      least severe level that is logged: debug, info, warn or error
                       (default: info)
      --v              verbosity as in klog, also -v: 1 or more is --log-level=debug
      --log-format     how lines are logged: json, or text for a person (default:
                       text on a terminal, json elsewhere) (also --logging-format)
      --describe       print as JSON what this program watches, owns, writes and
                       serves, and exit
      --help           print the flags and exit
    "
  `);
});

test.each(["-h", "-help"])("%s prints what --help prints", async (spelling) => {
  expect(await ran([spelling])).toEqual(await ran(["--help"]));
});

test("--describe prints JSON and starts nothing", async () => {
  expect(await ran(["--describe"])).toEqual({
    code: 0,
    out: '{\n  "format": 1\n}\n',
    error: "",
    log: [],
    started: undefined,
  });
});

test("a wrong flag ends with 2 and starts nothing", async () => {
  expect(await ran(["--prot=1"])).toEqual({
    code: 2,
    out: "",
    error: 'error process/unknown-flag: there is no flag --prot; did you mean "--port"?\n  help: see --help\n',
    log: [],
    started: undefined,
  });
});

test("the program gets its own flags, the variables and a log with its name", async () => {
  const { code, log, started } = await ran(["--port=1", "--log-level=warn"], async ({ log: lines }) => {
    lines.info("Not written");
    lines.warn("Written", { count: 2 });
  });
  const values: FlagValues<Flags> | undefined = started?.flags;
  expect([code, values, started?.variables]).toEqual([
    0,
    { "cloud-url": "https://cloud", "webhook-port": 1 },
    { A: "1" },
  ]);
  expect(log).toEqual([
    { level: "warn", ts: expect.stringMatching(/^\d{4}-.*Z$/), logger: "foo", msg: "Written", count: 2 },
  ]);
});

test("an error with a code ends with 1 and is printed with code and help", async () => {
  const work = async (): Promise<void> => {
    throw new CapstanError("foo/no-token", "there is no token", { help: "set FOO_TOKEN" });
  };
  const { code, error } = await ran([], work);
  expect([code, error]).toEqual([1, "error foo/no-token: there is no token\n  help: set FOO_TOKEN\n"]);
});

test("an error without a help is printed without one", async () => {
  const work = async (): Promise<void> => {
    throw new CapstanError("foo/broken", "it is broken");
  };
  expect((await ran([], work)).error).toBe("error foo/broken: it is broken\n");
});

test("any other error ends with 1 and is printed with its stack", async () => {
  const work = async (): Promise<void> => {
    throw new TypeError("no cloud");
  };
  const { code, error } = await ran([], work);
  expect(code).toBe(1);
  expect(error).toMatch(
    /^error process\/failed: no cloud\n {2}help: fix the error in the stack trace below\nTypeError: no cloud\n {4}at work .*run-program.test.ts/,
  );
});

test("a flag of the program that the shell has too is an error of the program, with 1", async () => {
  const program: Program<FlagTable> = {
    name: "foo",
    title: "foo",
    flags: { help: { kind: "string", help: "" } },
    describe: () => ({}),
    work: async () => {},
  };
  let error = "";
  const code = await runProgram(program, {
    args: [],
    variables: {},
    signal: new AbortController().signal,
    write: () => {},
    writeError: (output) => (error += output),
  });
  expect([code, error]).toEqual([
    1,
    "error process/duplicate-flag: two flags are named --help\n  help: give the flag another name in `flags`\n",
  ]);
});

test.each([
  { args: [], isTerminal: true, want: /Z INFO {2}foo: Ready count=1\n$/ },
  { args: ["--log-format=json"], isTerminal: true, want: /^\{"level":"info",.*"msg":"Ready"\}\n$/ },
  { args: ["--logging-format=text"], isTerminal: false, want: /Z INFO {2}foo: Ready count=1\n$/ },
  { args: [], isTerminal: false, want: /^\{"level":"info",.*"msg":"Ready"\}\n$/ },
])("log lines with $args, on a terminal: $isTerminal", async ({ args, isTerminal, want }) => {
  let lines = "";
  const program: Program<{}> = {
    name: "foo",
    title: "provider foo",
    flags: {},
    describe: () => ({}),
    work: async ({ log }) => log.info("Ready", { count: 1 }),
  };
  const code = await runProgram(program, {
    args,
    variables: {},
    signal: new AbortController().signal,
    isTerminal,
    write: () => undefined,
    writeError: (output) => expect(output).toBe(""),
    writeLog: (line) => (lines += line),
  });
  expect(code).toBe(0);
  expect(lines).toMatch(want);
});

test.each(["-v=2", "--v=1"])("%s writes debug lines", async (argument) => {
  const { code, log } = await ran([argument], async ({ log: lines }) => lines.debug("Seen"));
  expect([code, log]).toMatchObject([0, [{ level: "debug", msg: "Seen" }]]);
});

test.each([
  { args: ["--feature-gates="], want: [0, ""] },
  { args: ["--feature-gates", ""], want: [0, ""] },
  { args: ["--feature-gates=AllAlpha=true"], want: [0, ""] },
  {
    args: ["--feature-gates=MachinePool=true"],
    want: [
      2,
      'error process/feature-gate: --feature-gates has "MachinePool=true": there is no feature MachinePool\n  help: use AllAlpha, AllBeta\n',
    ],
  },
])("a program without features takes $args", async ({ args, want }) => {
  const { code, error } = await ran(args);
  expect([code, error]).toEqual(want);
});

test("features are typed values of the start, and a wrong one ends with 2", async () => {
  const features = { Fast: { stage: "alpha", default: false }, Done: { stage: "ga", default: true } } as const;
  const seen: boolean[] = [];
  const program: Program<{}, {}, typeof features> = {
    name: "foo",
    title: "foo",
    flags: {},
    features,
    describe: () => ({}),
    work: async ({ features: on }) => void seen.push(on.Fast),
  };
  const logged: unknown[] = [];
  const run = async (...args: readonly string[]): Promise<[ExitCode, string]> => {
    let error = "";
    const code = await runProgram(program, {
      args,
      variables: {},
      signal: new AbortController().signal,
      write: () => undefined,
      writeError: (output) => (error += output),
      writeLog: (line) => logged.push(JSON.parse(line)),
    });
    return [code, error];
  };
  expect([await run(), await run("--feature-gates=Fast=true")]).toEqual([
    [0, ""],
    [0, ""],
  ]);
  await run("--feature-gates=Fast=true", "--feature-gates=Done=false");
  const warning = { level: "warn", msg: "Feature gate is set that a later release will remove", feature: "Done" };
  expect([seen, logged]).toMatchObject([
    [false, true, true],
    [{ msg: "Feature gates", Fast: false }, { Fast: true }, warning, { Fast: true, Done: false }],
  ]);
  expect(await run("--feature-gates=Slow=true")).toEqual([
    2,
    'error process/feature-gate: --feature-gates has "Slow=true": there is no feature Slow\n  help: use Fast, Done, AllAlpha, AllBeta\n',
  ]);
});
