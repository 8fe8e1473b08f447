// What `capstan doctor` lists beside the project: programs, the kubeconfig and the cluster, without secrets and in a short time.
import { chmodSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { devNull } from "node:os";
import { join } from "node:path";
import { portOf } from "@capstan/testenv/host";
import { afterEach, beforeEach, expect, test } from "vitest";
import { TemporaryProject } from "../../test/temporary-project.ts";
import { lockDev } from "../dev/dev-lock.ts";
import type { DoctorCheck } from "../doctor/check.ts";

let at: TemporaryProject;
beforeEach(() => {
  at = new TemporaryProject();
  at.write({ "package.json": { name: "foo" }, "tsconfig.json": {} });
});
afterEach(() => at[Symbol.dispose]());

/** A program below the folder `bin`, which prints this when it gets these arguments only. */
function program(name: string, script: string): void {
  at.write({ [`bin/${name}`]: `#!/bin/sh\n${script}\n` });
  chmodSync(join(at.root, "bin", name), 0o755);
}

/** The rows of doctor by name, and how long it took. */
async function rows(env: Readonly<Record<string, string>> = {}): Promise<Readonly<Record<string, DoctorCheck>>> {
  const path = { PATH: `./bin:${join(at.root, "bin")}`, HOME: at.root };
  const { text } = await at.capstan(["doctor", "--format", "json"], { env: { ...path, ...env } });
  const { checks }: { readonly checks: readonly DoctorCheck[] } = JSON.parse(text);
  return Object.fromEntries(checks.map((check) => [check.name, check]));
}

function kubeconfig(server: string): string {
  return JSON.stringify({
    "current-context": "c",
    contexts: [{ name: "c", context: { cluster: "c", user: "u" } }],
    clusters: [{ name: "c", cluster: { server } }],
    users: [{ name: "u", user: { token: "hidden-token" } }],
  });
}

test("programs with their versions and paths; the first of those that build images", async () => {
  program("kubectl", '[ "$*" = "version --client" ] && echo "Client Version: v1.35.1\nKustomize Version: v5.7.1"');
  program("clusterctl", '[ "$*$CLUSTERCTL_DISABLE_VERSIONCHECK" = "version -o shorttrue" ] && echo v1.12.0');
  program("podman", "echo podman version 5.4.2");
  program("buildah", "exit 1");
  expect(await rows()).toMatchObject({
    kubectl: { state: "ok", found: "v1.35.1 (~/bin/kubectl)" },
    clusterctl: { state: "ok", found: "v1.12.0 (~/bin/clusterctl)" },
    "image tool": { state: "ok", found: "5.4.2 (~/bin/podman)" },
  });
});

test("a program in a relative folder of PATH is not run, and one that fails has no version", async () => {
  program("kubectl", "exit 1");
  const found = await rows();
  expect(found["kubectl"]?.found).toBe("a version that is not known: it did not answer (~/bin/kubectl)");
  expect((await rows({ PATH: "bin" }))["kubectl"]).toMatchObject({ state: "absent", found: "not found" });
});

test("a program and a server that do not answer are given up after two seconds", async () => {
  program("docker", "exec sleep 30");
  const server = createServer(() => undefined).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const address = `http://127.0.0.1:${portOf(server)}`;
  at.write({ ".kube/config": kubeconfig(address) });
  const start = performance.now();
  const found = await rows({ PATH: `${join(at.root, "bin")}:/usr/bin:/bin` });
  expect(performance.now() - start).toBeLessThan(5000);
  server.closeAllConnections();
  server.close();
  expect(found).toMatchObject({
    "image tool": { state: "ok", found: "a version that is not known: it did not answer (~/bin/docker)" },
    kubeconfig: { state: "ok", found: "~/.kube/config" },
    cluster: { state: "absent", found: `${address} does not answer, or rejects the credentials` },
  });
});

test("a program that gives no credentials is given up after two seconds", async () => {
  program("kubectl", `[ "$KUBECONFIG" = "${devNull}" ] && echo v1.35.1`);
  program("login", "exec sleep 6");
  const apiVersion = "client.authentication.k8s.io/v1";
  const exec = { apiVersion, command: join(at.root, "bin", "login"), interactiveMode: "Never" };
  const config = JSON.parse(kubeconfig("https://127.0.0.1:1"));
  at.write({ ".kube/config": { ...config, users: [{ name: "u", user: { exec } }] } });
  const start = performance.now();
  const found = await rows({ PATH: `${join(at.root, "bin")}:/usr/bin:/bin` });
  expect(performance.now() - start).toBeLessThan(5000);
  expect(found["kubectl"]?.found).toContain("v1.35.1");
  expect(found["cluster"]?.state).not.toBe("ok");
  expect(found["kubeconfig"]).toMatchObject({
    state: "warning",
    found: "the kubeconfig cannot be used: ~/.kube/config: its credentials are not there after 2 s",
  });
});

test("the cluster with its version, and no token", async () => {
  const server = createServer((_, answer) => {
    answer.setHeader("Content-Type", "application/json").end('{"gitVersion":"v1.36.0"}');
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const address = `http://127.0.0.1:${portOf(server)}`;
  at.write({ "other.kubeconfig": kubeconfig(address) });
  const found = await rows({ KUBECONFIG: join(at.root, "other.kubeconfig") });
  server.close();
  expect(found).toMatchObject({
    kubeconfig: { state: "ok", found: "~/other.kubeconfig" },
    cluster: { state: "ok", found: `Kubernetes v1.36.0 at ${address}` },
  });
  expect(JSON.stringify(found)).not.toContain("hidden-token");
});

test("a kubeconfig that cannot be used is a warning, and no error of the project", async () => {
  at.write({ ".kube/config": "clusters: [" });
  const { code, text } = await at.capstan(["doctor"]);
  expect(code).toBe(0);
  expect(text).toContain("\n! kubeconfig         the kubeconfig cannot be used: ");
  expect(text).toContain("\n? cluster            not checked without credentials\n");
  expect(text).toContain("\nwarning doctor/kubeconfig: the kubeconfig cannot be used: ");
});

test("the kubeconfig of the dev that runs in the project, unless the environment names another one", async () => {
  at.write({ "other.kubeconfig": kubeconfig("https://127.0.0.1:1"), ".capstan/dev/kubeconfig": "" });
  writeFileSync(join(at.root, ".capstan/dev/kubeconfig"), kubeconfig("https://127.0.0.1:2"), { mode: 0o600 });
  const dev = lockDev({ root: at.root, trusted: undefined });
  const [found, named] = [await rows(), await rows({ KUBECONFIG: join(at.root, "other.kubeconfig") })];
  dev.release();
  expect(found["kubeconfig"]?.found).toBe(".capstan/dev/kubeconfig, of the capstan dev that runs");
  expect(found["cluster"]?.found).toMatch(/^https:\/\/127\.0\.0\.1:2 does not answer/);
  expect(named["kubeconfig"]?.found).toBe("~/other.kubeconfig");
  expect((await rows())["kubeconfig"]?.found).not.toContain("capstan dev");
});
