// Errors of a project under `capstan dev`: each is shown once, with its line and a code frame, whenever and however it comes.
import { readFileSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { once } from "node:events";
import { expect, test } from "vitest";
import { DevProject } from "../../test/dev-project.ts";
import { fooSource } from "../../test/foo-project.ts";

const project = new DevProject();
const running = 'if (!process.argv.includes("--describe"))';

/** Code of the project, and what is shown about it; the code begins on the second line. */
const errors: readonly (readonly [string, string, RegExp])[] = [
  [
    "a rejection that nothing handles",
    `${running} setTimeout(() => void Promise.reject(new Error("no cloud")), 500);`,
    /src\/main\.ts ended with code 1\nsrc\/word\.ts:2:\d+ error dev\/uncaught: [^\n]*no cloud\n[\s\S]*> 2 \| if/,
  ],
  [
    "an error in a timer",
    `${running} setTimeout(() => { throw new TypeError("no cloud"); }, 500);`,
    /src\/main\.ts ended with code 1\nsrc\/word\.ts:2:\d+ error dev\/uncaught: [^\n]*no cloud\n[\s\S]*> 2 \| if/,
  ],
  [
    "process.exit before it is ready",
    `${running} process.exit(3);`,
    /ended before it was ready\nsrc\/word\.ts:2:\d+ error dev\/ended: src\/main\.ts ended with code 3 before it was ready\n[\s\S]*> 2 \| if/,
  ],
  [
    "process.exit later",
    `${running} setTimeout(() => process.exit(4), 500);`,
    /src\/main\.ts ended with code 4\nsrc\/word\.ts:2:\d+ error dev\/ended: src\/main\.ts ended with code 4 by itself\n[\s\S]*> 2 \| if/,
  ],
  [
    "an error that is logged and printed at the end",
    `const error = new Error("no zone");
${running} console.error(JSON.stringify({ level: "error", error: error.message, stack: error.stack, msg: "Stopping" }) + "\\nerror process/failed: no zone"), process.exit(1);`,
    /src\/word\.ts:2:\d+ error dev\/failed: Stopping: no zone\n[\s\S]*src\/main\.ts ended with code 1 before it was ready/,
  ],
  [
    "a mistake in the syntax",
    `export const other = ;`,
    /src\/word\.ts:2:\d+ error cli\/module: [^\n]*\n[\s\S]*> 2 \| export const other = ;/,
  ],
];

test("each is shown once, and the next save goes on", async () => {
  project.start();
  await project.until(/ready after/);
  for (const [, code, shown] of errors) {
    project.printed = "";
    project.write("src/word.ts", `export const word = "x";\n${code}\n`);
    await project.until(shown);
    await project.until(/next: save a change to try again\n/);
    expect(project.printed.match(/ error (?!dev\/ended)[a-z]+\//g) ?? ["ended"]).toHaveLength(1);
    expect(project.printed).not.toContain("Node.js v");
  }
  project.say("two");
  await project.until(/says two/);
});

test("a CRD that cannot be read any more ends nothing: it is named, and the save after its correction serves it", async () => {
  project.start();
  await project.until(/says one/);
  project.write("generated/crds/own.yaml", "apiVersion: [");
  const entry = readFileSync(join(project.root, "src/main.ts"), "utf8");
  const changed = entry.replace(String.raw`\"leaderElection\":false`, String.raw`\"leaderElection\":true`);
  expect(changed).not.toBe(entry);
  project.write("src/main.ts", changed);
  await project.until(/updating the control plane\nwarning cli\/crd: [^\n]*own\.yaml" is not [^\n]*\n/);
  await project.until(/next: save a change to try again\n/);
  project.printed = "";
  rmSync(join(project.root, "generated/crds/own.yaml"));
  project.say("two");
  await project.until(/says two/);
  expect(project.printed).not.toContain("cli/crd");
});

test("an error of a reconcile is shown with its line, and counted when it comes again", async () => {
  project.write(
    "src/word.ts",
    `export const word = "one";
const log = (error) => console.error(JSON.stringify({ level: "error", controllerKind: "Foo", Foo: { name: "a" }, error: error.message, stack: error.stack, msg: "Reconciler error" }));
${running} for (let i = 0; i < 6; i++) setTimeout(() => log(new Error("no cloud")), 100);
`,
  );
  const dev = project.start();
  await project.until(/src\/word\.ts:3:\d+ error dev\/failed: Reconciler error of Foo a: no cloud\n[\s\S]*> 3 \| if/);
  await project.until(/Reconciler error of Foo a: no cloud \(again, 5 times\)\n/);
  expect(project.printed.match(/dev\/failed/g)).toHaveLength(1);
  dev.kill("SIGINT");
  expect(await once(dev, "close")).toEqual([0, null]);
});

test("a process that is killed from outside, or stopped, is no mistake of the entry", async () => {
  project.start();
  await project.until(/ready after/);
  const [, pid] = await project.until(/says one (\d+)/);
  process.kill(Number(pid), "SIGSTOP");
  await project.until(new RegExp(`src/main\\.ts is stopped by a signal; it goes on after kill -CONT ${pid}\n`));
  expect(project.printed).not.toContain("dev/blocked");
  process.kill(Number(pid), "SIGKILL");
  await project.until(
    /error dev\/ended: src\/main\.ts was ended by SIGKILL\n {2}help: another process sent the signal, or the system/,
  );
});

test("an entry that is renamed, or is a link to nothing, is named", async () => {
  project.start();
  await project.until(/says one \d+[\s\S]*ready after|ready after[\s\S]*says one/);
  renameSync(join(project.root, "src/main.ts"), join(project.root, "src/other.ts"));
  await project.until(/error cli\/no-entry: there is no "src\/main\.ts"/);
  expect(project.printed).not.toContain("cli/module");
  symlinkSync("main.ts", join(project.root, "src/main.ts"));
  await project.until(/error cli\/not-a-file: "src\/main\.ts" is a circular link, not a file/);
});

test("an entry that prints something while it is loaded describes itself nevertheless", async () => {
  project.write("src/word.ts", `export const word = "one";\nconsole.log("VERSION {6}");\n`);
  project.start();
  await project.until(/says one/);
  expect(project.printed).not.toContain("cli/describe");
});

test("dev says that it waits for a change only where nothing is started before", async () => {
  project.write("src/api/v1/foo.ts", fooSource({ tag: "minLenght" }));
  project.write("src/word.ts", `export const word = "x";\nthrow new Error("no cloud");\n`);
  project.start();
  await project.until(/error cli\/module: [^\n]*no cloud/);
  expect(project.printed).not.toMatch(/waiting for a change/);
  project.printed = "";
  project.write("src/api/v1/foo.ts", fooSource({ tag: "maxLenght" }));
  await project.until(/^waiting for a change$/m);
  await project.until(/maxLenght/);
});

test("an error of the API stays until generation succeeds, which each later save tries again", async () => {
  const wrong = /src\/api\/v1\/foo\.ts:6:[^\n]* error [^\n]*minLenght/;
  project.write("src/api/v1/foo.ts", fooSource());
  project.start();
  await project.until(/ready after/);
  project.write("src/api/v1/foo.ts", fooSource({ tag: "minLenght" }));
  await project.until(wrong);
  await project.until(/^src\/main\.ts runs without this change, and waits for the next one$/m);
  project.printed = "";
  project.say("two");
  await project.until(wrong);
  await project.until(/ready after/);
  expect(project.printed).not.toMatch(/waiting for a change|waits for the next/);
  project.printed = "";
  project.write("src/api/v1/foo.ts", fooSource({ limit: 2 }));
  await project.until(/things\.example\.com_foos\.yaml/);
  await project.until(/ready after/);
  expect(project.printed).not.toMatch(wrong);
});
