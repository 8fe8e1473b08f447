// The real `capstan dev` in a pseudo terminal, on a project that writes objects as fast as the API server takes them: keys are still obeyed, and memory is bounded.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test } from "vitest";
import { devEntry, DevProject, parentOf } from "../../test/dev-project.ts";
import { PtyScreen } from "@capstan/tool-terminal";

const main = fileURLToPath(new URL("../main.ts", import.meta.url));

/** 200 objects, of which 50 are written at a time, for 15 seconds; each has some 2 KB. */
const flood = `${devEntry}
import { writeFileSync } from "node:fs";
import { createClient, loadCredentials } from "@capstan/client";
import { ConfigMap } from "@capstan/kube/builtin";
if (!process.argv.includes("--describe")) void flood();
async function flood() {
  const client = createClient(await loadCredentials({ kubeconfig: process.env.KUBECONFIG }));
  const key = (at) => ({ namespace: "default", name: "flood-" + at });
  for (let at = 0; at < 200; at++)
    await client.create(ConfigMap, { apiVersion: "v1", kind: "ConfigMap", metadata: key(at), data: { filler: "x".repeat(2000) } });
  const end = performance.now() + 15_000;
  let [writes, next] = [0, 0];
  const write = async () => {
    while (performance.now() < end) {
      const at = next++;
      await client.patch(ConfigMap, key(at % 200), { type: "merge", body: { data: { at: String(at) } } });
      writes++;
    }
  };
  console.log("floods now");
  await Promise.all(Array.from({ length: 50 }, write));
  client.close();
  writeFileSync("seen", process.pid + " " + writes);
  console.log("is calm");
}
`;

const project = new DevProject();
let screen: PtyScreen;
afterEach(() => screen.close());

/** The process id of the project, and the number of its writes, once it has ended them. */
function seen(): readonly number[] {
  const file = join(project.root, "seen");
  return existsSync(file) ? readFileSync(file, "utf8").split(" ").map(Number) : [];
}

/** The most memory that a process has had, in MB. */
function peak(pid: number): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
}

test.runIf(process.platform === "linux")("a project that floods the API server leaves the screen usable", async () => {
  project.write("src/main.ts", flood);
  const command = [process.execPath, "--conditions=@capstan/source", main, "dev"];
  screen = new PtyScreen({ command, cwd: project.root, columns: 100, rows: 30 });
  await screen.until(/floods now/);
  for (const _ of [1, 2, 3]) {
    screen.press("?");
    await screen.until(/stop everything, as Ctrl-C does/);
    screen.press("?");
    await screen.until(/floods now/);
  }
  expect(seen()).toEqual([]);
  await screen.until(/is calm/);
  const [pid = 0, writes] = seen();
  const mb = peak(parentOf(pid));
  screen.press("q");
  expect(await screen.ended()).toBe(0);
  expect(mb).toBeLessThan(700);
  expect(writes).toBeGreaterThan(500);
});
