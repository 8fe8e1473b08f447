// A claim that another user has planted in the state folder of provider-local: its process must not be ended.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describeError } from "@capstan/kube";
import {
  defaultStateDirectory,
  detachedProcesses,
} from "../../../examples/provider-local/src/processes/detached-processes.ts";
import { identify } from "../../../examples/provider-local/src/processes/process-identity.ts";
import type { Attack } from "../area.ts";
import type { Lab } from "../lab.ts";

const nobody = 65_534;
const key = { namespace: "default", name: "a" };

interface Plant {
  readonly name: string;
  /** Makes the state folder, and the claim in it, look as the other user leaves them. */
  readonly open: (state: string, claim: string) => void;
}

const plants: readonly Plant[] = [
  { name: "a folder that others can write to", open: (state) => chmodSync(state, 0o777) },
  { name: "a claim in an own folder", open: () => undefined },
  ...(process.getuid?.() === 0
    ? [
        { name: "a folder of another user", open: (state: string) => chownSync(state, nobody, nobody) },
        { name: "a claim of another user", open: (_: string, claim: string) => chownSync(claim, nobody, nobody) },
      ]
    : []),
];

export const plantedClaim: Attack = {
  name: "a claim of provider-local that names an unrelated process, in a folder of another user",
  before: "the claim was believed, and deleting the machine ended the process",
  async run(lab) {
    const state = defaultStateDirectory();
    if (state.startsWith("/tmp")) throw new Error(`the default folder is ${state}`);
    const answers: string[] = [];
    for (const plant of plants) answers.push(await tryPlant(lab, plant));
    const rejected = answers.filter((answer) => answer.includes("is not used")).length;
    return `${plants.length} plants, no process ended; ${rejected} of the folders are rejected with \`testenv/folder-not-private\``;
  },
};

async function tryPlant(lab: Lab, { name, open }: Plant): Promise<string> {
  const state = join(lab.folder, name.replaceAll(" ", "-"));
  const folder = join(state, "machines", key.namespace, key.name);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const bystander = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
  await once(bystander, "spawn");
  const claim = join(folder, "claim.1");
  writeFileSync(claim, JSON.stringify(await identify(bystander.pid ?? 0)));
  open(state, claim);
  try {
    const processes = detachedProcesses(state);
    const found = await processes.findMachine(key);
    if (found !== undefined) lab.fault("wrong", "the claim was believed", name);
    await processes.stopMachine(key);
    return "nobody's";
  } catch (error) {
    return describeError(error);
  } finally {
    if (bystander.exitCode !== null || bystander.signalCode !== null) lab.fault("wrong", "the process was ended", name);
    bystander.kill("SIGKILL");
  }
}
