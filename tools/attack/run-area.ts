// The process of one area: runs its attacks and fuzzes, and sends the results to the process that started it.
import { describeError } from "@capstan/kube";
import type { Attack, AttackResult, Fuzz, FuzzResult } from "./area.ts";
import { areas } from "./areas/index.ts";
import { Lab } from "./lab.ts";

/** What an area found. */
export interface AreaResult {
  readonly attacks: readonly AttackResult[];
  readonly fuzzes: readonly FuzzResult[];
}

const defaultGrowthMiB = 256;

async function runAttack(attack: Attack, seed: number): Promise<AttackResult> {
  const { name, before } = attack;
  using lab = new Lab(seed);
  try {
    const now = await attack.run(lab);
    const [fault] = lab.faults;
    return { name, before, now: fault?.text ?? now, failed: fault !== undefined };
  } catch (error) {
    return { name, before, now: `IT WORKS: ${describeError(error)}`, failed: true };
  }
}

async function runFuzz(fuzz: Fuzz, inputs: number, seed: number): Promise<FuzzResult> {
  using lab = new Lab(seed);
  const from = performance.now();
  const residentBefore = process.memoryUsage.rss();
  try {
    await fuzz.run(lab, inputs);
  } catch (error) {
    lab.fault("crashed", describeError(error), fuzz.name);
  }
  const growthMiB = lab.growthMiB ?? Math.max(0, process.memoryUsage.rss() - residentBefore) / 2 ** 20;
  const limit = fuzz.growthLimitMiB ?? defaultGrowthMiB;
  if (growthMiB > limit) lab.fault("grew", `${growthMiB.toFixed(0)} MiB (limit ${limit})`, fuzz.name);
  const seconds = (performance.now() - from) / 1000;
  return { name: fuzz.name, inputs, faults: lab.faults, longestStallMs: lab.longestStallMs, growthMiB, seconds };
}

const [name, inputs = "", seed = ""] = process.argv.slice(2);
const area = areas.find((one) => one.name === name);
if (area === undefined) throw new Error(`there is no area "${name}"`);
const attacks: AttackResult[] = [];
for (const attack of area.attacks) attacks.push(await runAttack(attack, Number(seed)));
const fuzzes: FuzzResult[] = [];
for (const fuzz of area.fuzzes) fuzzes.push(await runFuzz(fuzz, Number(inputs), Number(seed)));
const result: AreaResult = { attacks, fuzzes };
process.send?.(result, () => process.exit(0));
