// The real `capstan dev` in a pseudo terminal: its screen from the start to the end, and the terminal afterwards.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { DevProject, lives } from "../../test/dev-project.ts";
import { PtyScreen } from "@capstan/tool-terminal";

const main = fileURLToPath(new URL("../main.ts", import.meta.url));

/** A Cluster with workers, all of it simulated. */
const sample = `
apiVersion: cluster.x-k8s.io/v1beta2
kind: Cluster
metadata: { name: dev }
spec:
  infrastructureRef: { apiGroup: infrastructure.cluster.x-k8s.io, kind: DevCluster, name: net }
---
apiVersion: infrastructure.cluster.x-k8s.io/v1beta2
kind: DevCluster
metadata: { name: net }
---
apiVersion: v1
kind: Secret
metadata: { name: data }
type: cluster.x-k8s.io/secret
stringData: { value: "#!/bin/sh" }
---
apiVersion: infrastructure.cluster.x-k8s.io/v1beta2
kind: DevMachineTemplate
metadata: { name: hosts }
spec: { template: { spec: {} } }
---
apiVersion: cluster.x-k8s.io/v1beta2
kind: MachineDeployment
metadata: { name: workers }
spec:
  clusterName: dev
  replicas: 1
  selector: { matchLabels: { a: b } }
  template:
    metadata: { labels: { a: b } }
    spec:
      clusterName: dev
      version: v1.36.0
      bootstrap: { dataSecretName: data }
      infrastructureRef: { apiGroup: infrastructure.cluster.x-k8s.io, kind: DevMachineTemplate, name: hosts }
`;

const project = new DevProject();
let screen: PtyScreen;

function start(...argv: readonly string[]): void {
  const command = [process.execPath, "--conditions=@capstan/source", main, ...argv];
  screen = new PtyScreen({ command, cwd: project.root, columns: 100, rows: 30 });
}

beforeEach(() => project.write("dev/cluster.yaml", sample));
afterEach(() => screen.close());

test("ready, sample, Running, scaled, help, killed and back, broken and right again, quit", async () => {
  start("dev");
  await screen.until(/gate {2}infrastructure {2}✓ ready/);
  expect(screen.isAlternate).toBe(true);
  const [, first] = /says one (\d+)/.exec(await screen.until(/says one \d+/)) ?? [];
  screen.press("a");
  await screen.until(/Machine workers-\S+ .*Running/);
  screen.press("s+\r");
  await screen.until(/MachineDeployment workers .*2\/2/);
  screen.press("?");
  await screen.until(/stop everything, as Ctrl-C does/);
  screen.press("?k");
  await screen.until(new RegExp(`says one (?!${first}\\b)\\d+`));
  expect(lives(first)).toBe(false);

  project.write("src/word.ts", "export enum Word { A }\n");
  const broken = await screen.until(/1 error/);
  expect(broken).toMatch(/─ errors ─.*\nsrc\/word\.ts:1:8 error cli\/module: /);
  expect(broken).toContain("> 1 | export enum Word { A }");
  project.say("two");
  await screen.until(/says two \d+/);
  expect(await screen.until(/✓ ready\n/)).not.toMatch(/, \d error|> 1/);

  screen.press("q");
  expect(await screen.ended()).toBe(0);
  expect(screen.isAlternate).toBe(false);
  const after = screen.lines().filter((line) => line !== "");
  expect(after[0]).toBe("the kubeconfig of the control plane was .capstan/dev/kubeconfig");
  expect(after.at(-1)).toBe("stopped src/main.ts and its control plane");
  // The cursor is there, and lines wrap.
  expect(screen.raw.lastIndexOf("\u001B[?7h\u001B[?25h\u001B[?1049l")).toBeGreaterThan(
    screen.raw.lastIndexOf("?1049h"),
  );
});

test("the screen shows what a sample has for a terminal to obey, and does not pass it on", async () => {
  const label = String.raw`{ a: "\e]0;owned\a\e[2J" }`;
  project.write("dev/cluster.yaml", `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n  labels: ${label}\n`);
  start("dev");
  await screen.until(/✓ ready/);
  screen.press("a");
  await screen.until(/error dev\/not-applied[^]*owned/);
  expect(screen.raw).not.toContain("\u001B]0;owned");
  expect(screen.raw).not.toContain("\u0007");
});

const own = [process.execPath, "--conditions=@capstan/source", main, "dev"].join(" ");

test("an entry that ends during the first start has failed, and the next save starts it", async () => {
  const entry = readFileSync(join(project.root, "src/main.ts"), "utf8");
  project.write("src/main.ts", "process.exit(3);\n");
  project.write("package.json", '{"name":"@acme/gate","type":"module"}');
  start("dev");
  const failed = await screen.until(/@acme\/gate {2}✗ failed, 1 error/);
  expect(failed).toMatch(
    /─ errors ─.*\nsrc\/main\.ts:1:9 error dev\/ended: src\/main\.ts ended with code 3 before it was ready\n> 1 \| process\.exit\(3\);/,
  );
  project.write("src/main.ts", "process.exit(0);\n");
  await screen.until(/✗ failed, 1 error[^]*src\/main\.ts ended with code 0 before it was ready/);
  project.write("src/main.ts", "for (;;);\n");
  expect(await screen.until(/> 1 \| for \(;;\)/)).not.toMatch(/dev\/ended|, 1 error/);
  project.write("src/main.ts", entry);
  await screen.until(/gate {2}infrastructure {2}✓ ready\n/);
  const starts = 'export const word = "x";\nif (!process.argv.includes("--describe"))';
  project.write("src/word.ts", `${starts} process.exit(4);\n`);
  await screen.until(/> 2 \| if .*process\.exit\(4\)/);
  project.write("src/word.ts", `${starts} for (;;);\n`);
  const blocked = await screen.until(/> 2 \| if .*for \(;;\)/);
  expect(blocked).not.toMatch(/dev\/ended|, 1 error/);
  const [, logged = ""] = blocked.split("ready after");
  expect(logged.match(/src\/main\.ts (?:ended with|ended before|is blocked|does not answer)/g)).toEqual([
    "src/main.ts ended with",
    "src/main.ts is blocked",
  ]);
});

test("a sample that is wanted before there is a control plane is applied when the project is ready", async () => {
  const waits = 'while (!existsSync("go")) await new Promise((resolve) => setTimeout(resolve, 20));';
  project.write("src/word.ts", `import { existsSync } from "node:fs";\n${waits}\nexport const word = "one";\n`);
  start("dev");
  await screen.until(/no objects yet: press a to apply the sample/);
  screen.press("a");
  await screen.until(/no objects yet: the sample is applied once the project is ready/);
  project.write("go", "");
  expect(await screen.until(/Cluster dev/)).not.toContain("no objects yet");
});

test.each(["own", "sh", "npm"])(
  "Ctrl-Z gives the terminal to the shell, and fg brings the screen back: %s",
  async (how) => {
    project.write("package.json", JSON.stringify({ name: "gate", type: "module", scripts: { live: own } }));
    const line = { own, sh: `sh -c '${own}; exit $?'`, npm: "npm run live" }[how];
    const command = ["env", "PS1=shell> ", "bash", "--norc", "--noprofile", "-i"];
    screen = new PtyScreen({ command, cwd: project.root, columns: 100, rows: 30 });
    await screen.until(/^shell> /);
    screen.press(`${line}\r`);
    await screen.until(/✓ ready/);
    for (const _ of [1, 2]) {
      screen.press("\u001A");
      await screen.until(/Stopped.*\n(.*\n)*shell> *\n/);
      expect(screen.isAlternate).toBe(false);
      screen.press("fg\r");
      await screen.until(/✓ ready/);
    }
    screen.press("?");
    await screen.until(/stop everything, as Ctrl-C does/);
    screen.press("q");
    await screen.until(/stopped src\/main\.ts and its control plane\n(.*\n)*shell> *\n/);
    screen.press("exit\r");
    expect(await screen.ended()).toBe(0);
  },
);

test("where no shell could let it go on, Ctrl-Z does not stop it", async () => {
  start("dev");
  await screen.until(/✓ ready/);
  screen.press("\u001A");
  await expect.poll(() => screen.raw.split("\u001B[?1049h").length).toBe(3);
  screen.press("?");
  await screen.until(/stop everything, as Ctrl-C does/);
  screen.press("q");
  expect(await screen.ended()).toBe(0);
});

test("with --plain it prints lines", async () => {
  start("dev", "--plain");
  await screen.until(/src\/main\.ts ready after \d+ ms/);
  expect(screen.raw).not.toContain("\u001B[?1049h");
  screen.press("\u0003");
  expect(await screen.ended()).toBe(0);
});
