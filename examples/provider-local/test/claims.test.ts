// Claims that someone has planted, or that are old: none of them leads to a process, so none is ended for them.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmod, chown, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findProcess, stopProcess } from "../src/processes/detached.ts";
import { detachedProcesses } from "../src/processes/detached-processes.ts";
import { identify, type ProcessIdentity } from "../src/processes/process-identity.ts";

let root: string;
let folder: string;
let bystander: ChildProcess;
let identity: ProcessIdentity;
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), "provider-local-claims-")));
  folder = join(root, "machines", "default", "a");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  bystander = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
  await once(bystander, "spawn");
  identity = (await identify(bystander.pid ?? 0)) ?? { pid: 0, started: "" };
});
afterEach(async () => {
  bystander.kill("SIGKILL");
  await rm(root, { recursive: true });
});

const claims: readonly { readonly name: string; readonly content: () => unknown }[] = [
  { name: "an unrelated process with its true start", content: () => identity },
  { name: "an unrelated process with another start", content: () => ({ ...identity, started: "0" }) },
  { name: "the group of this process", content: () => ({ ...identity, pid: 0 }) },
  { name: "every process", content: () => ({ ...identity, pid: -1 }) },
  { name: "a pid that is a path", content: () => ({ ...identity, pid: "self" }) },
  { name: "no object", content: () => null },
  { name: "a list", content: () => [identity] },
];
for (const { name, content } of claims) {
  test(`a claim with ${name} is nobody's`, async () => {
    await writeFile(join(folder, "claim.1"), JSON.stringify(content()), { mode: 0o600 });
    expect(await endedByStop()).toBe(false);
  });
}

test("a claim that is no JSON, a link, a folder or large is nobody's", async () => {
  await writeFile(join(root, "elsewhere"), JSON.stringify(identity));
  await writeFile(join(folder, "claim.1"), "{");
  await symlink(join(root, "elsewhere"), join(folder, "claim.2"));
  await mkdir(join(folder, "claim.3"));
  await writeFile(join(folder, "claim.4"), `${" ".repeat(5000)}${JSON.stringify(identity)}`);
  expect(await endedByStop()).toBe(false);
});

test("a claim that others could have written is nobody's, also with the folder among its arguments", async () => {
  bystander.kill("SIGKILL");
  bystander = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)", folder], { stdio: "ignore" });
  await once(bystander, "spawn");
  identity = (await identify(bystander.pid ?? 0)) ?? identity;
  const file = join(folder, "claim.1");
  await writeFile(file, JSON.stringify(identity), { mode: 0o600 });
  await expect.poll(() => findProcess(folder)).toEqual(identity);
  await chmod(file, 0o622);
  expect(await findProcess(folder)).toBeUndefined();
  await chmod(file, 0o600);
  if (process.getuid?.() === 0) await chown(file, 65_534, 65_534);
  else await rm(file);
  expect(await endedByStop()).toBe(false);
});

test.runIf(process.getuid !== undefined)("a state directory that others can change is rejected", async () => {
  const open = join(root, "open");
  await mkdir(open);
  await chmod(open, 0o777);
  expect(() => detachedProcesses(open)).toThrow(
    `the folder ${open} is not used, because ${open} can be changed by other users (mode 0777)`,
  );
});

/** Whether the bystander is found in the folder, or ended with it. */
async function endedByStop(): Promise<boolean> {
  const found = await findProcess(folder);
  await stopProcess(folder);
  return found !== undefined || bystander.exitCode !== null || bystander.signalCode !== null;
}
