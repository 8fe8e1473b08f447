// Takes the place of a machine: writes its pid, claims its folder and idles until it receives a signal or its config is deleted.
import { setTimeout as sleep } from "node:timers/promises";
import { claim } from "../../src/processes/claim.ts";
import { readConfig } from "../../src/processes/detached.ts";

const [folder = ""] = process.argv.slice(2);
process.stdout.write(`${process.pid}\n`);
if (await claim(folder)) {
  while ((await readConfig(folder)) !== undefined) await sleep(20);
}
