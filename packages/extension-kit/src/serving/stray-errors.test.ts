// Errors outside of calls: in a process that serves, and counted.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { LogFields, Logger } from "@capstan/process";
import { createSelfSigned } from "@capstan/serve/certificates";
import { afterAll, beforeAll, expect, test } from "vitest";
import { StrayErrors } from "./stray-errors.ts";

const folder = mkdtempSync(join(tmpdir(), "capstan-stray-"));
const main = join(folder, "main.ts");

beforeAll(() => {
  const { certPem, keyPem } = createSelfSigned({ commonName: "stray", ipAddresses: ["127.0.0.1"] });
  writeFileSync(join(folder, "tls.crt"), certPem);
  writeFileSync(join(folder, "tls.key"), keyPem);
  const index = fileURLToPath(new URL("../index.ts", import.meta.url));
  writeFileSync(
    main,
    `import { defineExtension, proceed, run } from ${JSON.stringify(index)};
process.once("SIGUSR2", () => {
  for (let i = 0; i < 1000; i++) setTimeout(() => { throw new Error("a timer"); });
  void Promise.reject("no error");
  setTimeout(() => process.kill(process.pid, "SIGTERM"), 200);
});
await run(defineExtension({ beforeClusterDelete: () => proceed() }, { name: "stray" }));
`,
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

test("a process that serves goes on, and logs each once with its stack", { timeout: 30_000 }, async () => {
  const addresses = ["--host", "127.0.0.1", "--webhook-port", "0", "--health-addr", "0"];
  const args = ["--conditions=@capstan/source", main, "--webhook-cert-dir", folder, ...addresses];
  const child = spawn(process.execPath, args);
  let errors = "";
  let isTold = false;
  child.stderr.on("data", (chunk: Buffer) => {
    errors += chunk.toString();
    if (isTold || !errors.includes('"msg":"Handler"')) return;
    isTold = true;
    child.kill("SIGUSR2");
  });
  const code = await new Promise((resolve) => child.once("close", resolve));
  expect(code).toBe(0);
  const stray = errors
    .split("\n")
    .filter((line) => line.includes("outside of calls"))
    .map((line): unknown => JSON.parse(line));
  const common = { level: "error", logger: "stray", msg: "An error outside of calls; the extension goes on" };
  expect(stray).toHaveLength(2);
  expect(stray).toContainEqual(
    expect.objectContaining({
      ...common,
      origin: "uncaughtException",
      stack: expect.stringMatching("a timer\n.* at "),
    }),
  );
  expect(stray).toContainEqual(expect.objectContaining({ ...common, origin: "unhandledRejection" }));
  expect(errors).toContain('"msg":"Stopped"');
});

function counted(): { readonly errors: StrayErrors; readonly lines: LogFields[]; readonly tick: (ms: number) => void } {
  const lines: LogFields[] = [];
  let now = 0;
  const write = (_message: string, fields: LogFields = {}): void => void lines.push(fields);
  const log: Logger = { debug: write, info: write, warn: write, error: write, child: () => log };
  return { errors: new StrayErrors(log, () => now), lines, tick: (ms) => (now += ms) };
}

test("an error that comes again is logged once a minute, with how often it came", () => {
  const { errors, lines, tick } = counted();
  const error = new Error("again");
  for (let i = 0; i < 500; i += 1) errors.add(error, "uncaughtException");
  tick(60_000);
  errors.add(error, "uncaughtException");
  expect(lines.map(({ times }) => times)).toEqual([undefined, 501]);
});

test("of thousands of different errors, the first hundred and one of the rest are logged", () => {
  const { errors, lines } = counted();
  for (let i = 0; i < 5000; i += 1) errors.add(new Error(`error ${i}`), "uncaughtException");
  expect(lines).toHaveLength(101);
});
