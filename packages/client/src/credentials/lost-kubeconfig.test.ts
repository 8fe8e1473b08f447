// Kubeconfigs that cannot be read a second time, such as a temporary file that was deleted: a plugin runs with what they had, as in client-go.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { loadCredentials } from "./load-credentials.ts";

let folder = "";
let kubeconfig = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "capstan-lost-"));
  kubeconfig = join(folder, "config");
});
afterEach(() => rmSync(folder, { recursive: true }));

const server = "https://127.0.0.1:1";
const plugin = (token: string): object => {
  const apiVersion = "client.authentication.k8s.io/v1";
  const printed = JSON.stringify({ apiVersion, kind: "ExecCredential", status: { token } });
  return { exec: { apiVersion, command: "printf", interactiveMode: "Never", args: ["%s", printed] } };
};
const users = (user: object): object => ({ users: [{ name: "x", user }] });
const rest = (cluster = "x"): object => ({
  "current-context": "x",
  clusters: [{ name: cluster, cluster: { server } }],
  contexts: [{ name: "x", context: { cluster, user: "x" } }],
});
const write = (content: object): void => writeFileSync(kubeconfig, JSON.stringify(content));

test.each([
  ["was deleted", () => rmSync(kubeconfig)],
  ["is empty", () => writeFileSync(kubeconfig, "\n")],
])(
  "a plugin runs with the context of before when its kubeconfig %s, and with the one that is there later (F8)",
  async (_, lose) => {
    write({ ...rest(), ...users(plugin("one")) });
    const first = await loadCredentials({ kubeconfig });
    lose();
    const second = await first.renew?.();
    expect(second).toEqual({ ...first, renew: expect.any(Function) });
    const third = await second?.renew?.();
    expect(third?.token).toBe("one");
    write({ ...rest(), ...users(plugin("two")) });
    expect((await third?.renew?.())?.token).toBe("two");
    write({ ...rest("other"), ...users(plugin("three")) });
    await expect(third?.renew?.()).rejects.toMatchObject({ code: "client/bad-kubeconfig" });
  },
);

test("so it does when one of several files was deleted (F8)", async () => {
  const second = join(folder, "users");
  write(rest());
  writeFileSync(second, JSON.stringify(users(plugin("one"))));
  const env = { KUBECONFIG: [kubeconfig, second].join(delimiter) };
  const credentials = await loadCredentials({ env });
  rmSync(second);
  expect((await credentials.renew?.())?.token).toBe("one");
});

test.each([
  ["was deleted", () => rmSync(kubeconfig)],
  ["is empty", () => writeFileSync(kubeconfig, "")],
])("credentials without a plugin are not renewed from a kubeconfig that %s (F8)", async (_, lose) => {
  write({ ...rest(), ...users({ token: "one" }) });
  const { renew } = await loadCredentials({ kubeconfig });
  lose();
  await expect(renew?.()).rejects.toMatchObject({ code: "client/bad-kubeconfig" });
});

test("a kubeconfig with a plugin that is not YAML is not skipped (F8)", async () => {
  write({ ...rest(), ...users(plugin("one")) });
  const { renew } = await loadCredentials({ kubeconfig });
  writeFileSync(kubeconfig, "{");
  await expect(renew?.()).rejects.toMatchObject({ code: "client/bad-kubeconfig" });
});
