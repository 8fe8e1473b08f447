// What an operator loads when it starts.
import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";

/** The modules of Node that a process has loaded after it has imported a package, and started what this says. */
function loadedAfter(program: string): string {
  const print = "process.stdout.write(process.moduleLoadList.join(' '))";
  const args = ["--conditions=@capstan/source", "--input-type=module", "--eval", `${program}\n${print}`];
  return execFileSync(process.execPath, args, { encoding: "utf8" });
}

test("what converts objects, and Cluster API's names, are not loaded", () => {
  const program = `import { registerHooks } from "node:module";
    const urls = [];
    registerHooks({ load: (url, context, next) => (urls.push(url), next(url, context)) });
    await import("@capstan/operator");
    const before = urls.length;
    await import("@capstan/operator/conversions");
    const converting = (url) => /\\/(?:contract|schema)\\/|convert-object|convertible/.test(url);
    process.stdout.write(JSON.stringify([urls.slice(0, before), urls.slice(before)].map((list) => list.some(converting))));`;
  const args = ["--conditions=@capstan/source", "--input-type=module", "--eval", program];
  expect(JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8" }))).toEqual([false, true]);
});

test("Node's fetch, which takes 8 MB and 20 ms, is not loaded", () => {
  expect(loadedAfter('import "@capstan/operator"; import "@capstan/serve";')).not.toContain("undici");
  // The list names it when it is loaded.
  expect(loadedAfter('import "node:http";')).toContain("undici");
});
