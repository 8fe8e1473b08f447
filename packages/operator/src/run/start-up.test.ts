// What an operator loads when it starts.
import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";

/** The modules of Node that a process has loaded after it has imported a package, and started what this says. */
function loadedAfter(program: string): string {
  const print = "process.stdout.write(process.moduleLoadList.join(' '))";
  const args = ["--conditions=@capstan/source", "--input-type=module", "--eval", `${program}\n${print}`];
  return execFileSync(process.execPath, args, { encoding: "utf8" });
}

test("Node's fetch, which takes 8 MB and 20 ms, is not loaded", () => {
  expect(loadedAfter('import "@capstan/operator"; import "@capstan/serve";')).not.toContain("undici");
  // The list names it when it is loaded.
  expect(loadedAfter('import "node:http";')).toContain("undici");
});
