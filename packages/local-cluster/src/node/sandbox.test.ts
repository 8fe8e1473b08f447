// What a program sees in its own mount namespace, and the message where there can be none.
import { execFileSync } from "node:child_process";
import { lstatSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { canSandbox, inSandbox } from "./sandbox.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "capstan-sandbox-"));
  writeFileSync(join(folder, "namespace"), "team");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("the command line is one that replaces itself by the program", () => {
  const { command, args } = inSandbox({ command: "manager", args: ["--flag"] }, { account: "/account", kept: "/kept" });
  expect([command, ...args.slice(0, 5)]).toEqual(["unshare", "--user", "--map-root-user", "--mount", "sh", "-c"]);
  expect(args.slice(6)).toEqual(["sh", realpathSync("/var/run"), "/kept", "/account", "manager", "--flag"]);
});

// Some computers do not let users make namespaces; then the node runs programs without, and this cannot be seen.
test.runIf(process.platform === "linux")(
  "a program sees its namespace file, or the computer says that it cannot",
  (context) => {
    context.skip(!canSandbox(folder), "user namespaces are not allowed here");
    const script = "cat /var/run/secrets/kubernetes.io/serviceaccount/namespace; ls /var/run";
    const { command, args } = inSandbox(
      { command: "sh", args: ["-c", script] },
      { account: folder, kept: join(folder, "run") },
    );
    const output = execFileSync(command, args, { encoding: "utf8" });
    expect(output.slice(0, 4)).toBe("team");
    expect(["kept", "run"].map((name) => lstatSync(join(folder, name)).mode & 0o777)).toEqual([0o700, 0o700]);
    // What was there before still is, beside the new folder.
    const before = execFileSync("ls", ["/var/run"], { encoding: "utf8" }).trim().split("\n");
    expect(output.slice(4).trim().split("\n").toSorted()).toEqual([...new Set([...before, "secrets"])].toSorted());
  },
);
