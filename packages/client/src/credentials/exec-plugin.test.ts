// Programs that issue credentials: what they are given, what is read, and every way to fail.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describeError } from "@capstan/kube";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ExecRequest, runExecPlugin } from "./exec-plugin.ts";
import { loadCredentials } from "./load-credentials.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "capstan-exec-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const version = "client.authentication.k8s.io/v1";
const base = { server: "https://x", caData: "CA", tlsServerName: "y" };

function request(exec: object, more: Partial<ExecRequest> = {}): ExecRequest {
  const entry = { name: "x", file: join(folder, "config") };
  const extensions = [{ name: "client.authentication.k8s.io/exec", extension: { audience: "a" } }];
  return {
    base,
    context: {
      name: "x",
      cluster: { ...entry, path: "clusters[0].cluster", value: { server: base.server, extensions } },
      user: {
        ...entry,
        path: "users[0].user",
        value: { exec: { apiVersion: version, interactiveMode: "Never", command: "sh", ...exec } },
      },
      namespace: undefined,
    },
    ...more,
  };
}

const script = (content: string): object => ({ args: ["-c", content] });
const printing = (answer: object): object => script(`printf '%s' '${JSON.stringify(answer)}'`);
const credential = (status: object): object => ({ apiVersion: version, kind: "ExecCredential", status });

test("it is killed when this process ends", async () => {
  const before = process.listeners("exit");
  const running = runExecPlugin(request(script("exec sleep 60"))).catch(describeError);
  await expect.poll(() => process.listenerCount("exit")).toBe(before.length + 1);
  for (const listener of process.listeners("exit").slice(before.length)) listener(0);
  expect(await running).toContain("ended with SIGKILL");
  expect(process.listeners("exit")).toEqual(before);
});

test("it runs when credentials are loaded, and again on renewal", async () => {
  const counter = join(folder, "count");
  const user = {
    exec: {
      apiVersion: version,
      command: "sh",
      interactiveMode: "Never",
      ...script(
        `echo x >> '${counter}'; printf '{"apiVersion":"${version}","kind":"ExecCredential","status":{"token":"t%s"}}' "$(wc -l < '${counter}' | tr -d ' ')"`,
      ),
    },
  };
  const config = {
    "current-context": "x",
    clusters: [{ name: "x", cluster: { server: "https://x" } }],
    users: [{ name: "x", user }],
    contexts: [{ name: "x", context: { cluster: "x", user: "x" } }],
  };
  const kubeconfig = join(folder, "config");
  writeFileSync(kubeconfig, JSON.stringify(config));
  const credentials = await loadCredentials({ kubeconfig });
  expect([credentials.token, credentials.freshMs]).toEqual(["t1", Number.POSITIVE_INFINITY]);
  expect((await credentials.renew?.())?.token).toBe("t2");
});

test("it gets its variables and the request, and a relative path starts at the kubeconfig", async () => {
  writeFileSync(join(folder, "login"), '#!/bin/sh\nprintf "%s" "$KUBERNETES_EXEC_INFO" > "$TARGET"\ncat "$ANSWER"\n', {
    mode: 0o755,
  });
  writeFileSync(join(folder, "answer"), JSON.stringify(credential({ token: "t" })));
  const env = [
    { name: "TARGET", value: join(folder, "info") },
    { name: "ANSWER", value: join(folder, "answer") },
  ];
  expect(await runExecPlugin(request({ command: "./login", env, provideClusterInfo: true }))).toEqual({ token: "t" });
  expect(JSON.parse(readFileSync(join(folder, "info"), "utf8"))).toEqual({
    apiVersion: version,
    kind: "ExecCredential",
    spec: {
      interactive: false,
      cluster: {
        server: "https://x",
        "tls-server-name": "y",
        "certificate-authority-data": Buffer.from("CA").toString("base64"),
        config: { audience: "a" },
      },
    },
  });
});

test("a certificate with its key is read, and v1beta1 needs no interactiveMode", async () => {
  const apiVersion = "client.authentication.k8s.io/v1beta1";
  const status = { clientCertificateData: "CERT", clientKeyData: "KEY", expirationTimestamp: "2020-01-01T00:00:00Z" };
  const exec = { apiVersion, interactiveMode: null, ...printing({ ...credential(status), apiVersion }) };
  expect(await runExecPlugin(request(exec))).toEqual({ certData: "CERT", keyData: "KEY" });
});

const sh = 'the program "sh"';
const output = `the output of ${sh}`;
const failing: readonly { name: string; exec: object; want: string }[] = [
  {
    name: "fails silently",
    exec: { command: "false" },
    want: 'the program "false" ended with 1 and wrote nothing to stderr',
  },
  {
    name: "fails with a message",
    exec: script("echo hunter2; echo 'log in first' >&2; echo hunter2 >&2; exit 3"),
    want: `${sh} ended with 3: log in first`,
  },
  {
    name: "fails with a long message",
    exec: script("printf 'x%.0s' $(seq 300) >&2; exit 1"),
    want: `${sh} ended with 1: ${"x".repeat(200)}`,
  },
  { name: "is killed", exec: script("kill -KILL $$"), want: `${sh} ended with SIGKILL and wrote nothing to stderr` },
  { name: "does not exist", exec: { command: "no-such" }, want: 'the program "no-such" does not exist' },
  {
    name: "does not exist, with advice",
    exec: { command: "no-such", installHint: "install it\nwith care" },
    want: 'the program "no-such" does not exist; install it',
  },
  {
    name: "may not be run",
    exec: { command: "./config" },
    want: 'the program "FOLDER/config" cannot be started: EACCES',
  },
  { name: "prints no JSON", exec: script("echo hunter2"), want: `${output} is not a JSON object` },
  { name: "prints nothing", exec: script(""), want: `${output} is not a JSON object` },
  {
    name: "prints another kind",
    exec: printing({ ...credential({ token: "hunter2" }), kind: "Foo" }),
    want: `${output} is not an ExecCredential of ${version}, which the kubeconfig sets`,
  },
  {
    name: "prints another version",
    exec: printing({ ...credential({ token: "hunter2" }), apiVersion: "client.authentication.k8s.io/v1beta1" }),
    want: `${output} is not an ExecCredential of ${version}, which the kubeconfig sets`,
  },
  {
    name: "prints no status",
    exec: printing({ apiVersion: version, kind: "ExecCredential" }),
    want: `${output} has no status`,
  },
  {
    name: "prints no identity",
    exec: printing(credential({})),
    want: `${output} has neither a token nor a certificate with its key`,
  },
  {
    name: "prints half an identity",
    exec: printing(credential({ token: "hunter2", clientKeyData: "KEY" })),
    want: `${output} has only one of certificate and key`,
  },
  {
    name: "prints a token of two lines",
    exec: printing(credential({ token: "hunter2\nx" })),
    want: `${output} has a token that has a line break`,
  },
];

for (const { name, exec, want } of failing) {
  test(`a program that ${name} is reported`, async () => {
    writeFileSync(join(folder, "config"), "");
    const message = await runExecPlugin(request(exec)).catch(describeError);
    expect(describeError(message).replaceAll(folder, "FOLDER")).toBe(
      `the kubeconfig's exec plugin returned no credentials: ${want}\n  help: try the same login with \`kubectl auth whoami\``,
    );
  });
}

test("a program that does not end is not waited for, nor are its children", async () => {
  const exec = script("echo 'open the browser' >&2; sleep 600");
  expect(await runExecPlugin(request(exec, { deadlineMs: 500 })).catch(describeError)).toBe(
    `the kubeconfig's exec plugin returned no credentials: ${sh} did not end within 0.5 s: open the browser\n  help: try the same login with \`kubectl auth whoami\``,
  );
});

const wrong: readonly { exec: object; want: string; help: string }[] = [
  { exec: { command: null }, want: "command is missing", help: "name the program" },
  {
    exec: { apiVersion: "client.authentication.k8s.io/v1alpha1" },
    want: 'apiVersion is "client.authentication.k8s.io/v1alpha1"',
    help: "write one of client.authentication.k8s.io/v1, client.authentication.k8s.io/v1beta1",
  },
  {
    exec: { interactiveMode: null },
    want: "interactiveMode is missing",
    help: "write one of Never, IfAvailable, Always",
  },
  {
    exec: { interactiveMode: "never" },
    want: 'interactiveMode is "never"',
    help: "write one of Never, IfAvailable, Always",
  },
  {
    exec: { interactiveMode: "Always" },
    want: 'interactiveMode is "Always", and standard input is not a terminal',
    help: "use credentials that need no person, or log in before the start",
  },
  { exec: { args: "login" }, want: "args is not a list of strings", help: "write a list of strings" },
  {
    exec: { env: [{ name: "A" }] },
    want: "env is not a list of names with values",
    help: "write a list of names with values",
  },
];

for (const { exec, want, help } of wrong) {
  test(`a user whose ${want} is reported`, async () => {
    expect(await runExecPlugin(request(exec)).catch(describeError)).toBe(
      `the kubeconfig ${join(folder, "config")} cannot be used: users[0].user.exec.${want}\n  help: ${help}`,
    );
  });
}
