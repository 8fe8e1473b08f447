// Where credentials are found, and the errors for kubeconfigs that cannot be used.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { type ClusterCredentials, describeError, formatKubeconfig } from "@capstan/kube";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { RenewableCredentials } from "./credential-keeper.ts";
import { inClusterCredentials } from "./in-cluster.ts";
import { loadCredentials, parseKubeconfig } from "./load-credentials.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "capstan-client-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function put(name: string, text: string): string {
  const file = join(folder, name);
  mkdirSync(join(file, ".."), { recursive: true });
  writeFileSync(file, text);
  return file;
}

const certificates = new URL("../../testdata/certificates/", import.meta.url);
const [ca1, ca2] = ["valid.crt", "expired.crt"].map((name) => readFileSync(new URL(name, certificates), "utf8"));
const cert = ca1 ?? "";
const key = readFileSync(new URL("valid.key", certificates), "utf8");

const yaml = `apiVersion: v1
kind: Config
current-context: dev
clusters:
- name: c
  cluster: {server: "https://a:6443", certificate-authority: ca.pem, tls-server-name: b}
users:
- name: u
  user: {client-certificate: cert.pem, client-key-data: KEY, tokenFile: token}
contexts:
- name: dev
  context: {cluster: c, user: u, namespace: ns}
- name: other
  context: {cluster: missing, user: u}
- name: nobody
  context: {cluster: c}
`.replace("KEY", Buffer.from(key).toString("base64"));

function plain(credentials: RenewableCredentials): ClusterCredentials {
  const { renew: _, freshMs: __, ...rest } = credentials;
  return rest;
}

test("what formatKubeconfig writes is read back", async () => {
  const credentials = {
    server: "https://x:1",
    caData: ca1 ?? "",
    certData: cert,
    keyData: key,
    token: "t",
    namespace: "ns",
    tlsServerName: "y",
  };
  expect(await parseKubeconfig(formatKubeconfig(credentials))).toEqual(credentials);
});

test("files stand beside their kubeconfig and are read again on renewal", async () => {
  const kubeconfig = put("config", yaml);
  put("ca.pem", ca1 ?? "");
  put("cert.pem", cert);
  const credentials = await loadCredentials({ kubeconfig });
  const want = {
    server: "https://a:6443",
    caData: ca1,
    certData: cert,
    keyData: key,
    tokenFile: join(folder, "token"),
    tlsServerName: "b",
    namespace: "ns",
  };
  expect(plain(credentials)).toEqual(want);
  put("ca.pem", ca2 ?? "");
  expect(plain((await credentials.renew?.()) ?? { server: "" })).toEqual({ ...want, caData: ca2 });
});

test("a kubeconfig that has changed is read again on renewal", async () => {
  const kubeconfig = put("config", formatKubeconfig({ server: "https://x", token: "one" }));
  const credentials = await loadCredentials({ kubeconfig });
  put("config", formatKubeconfig({ server: "https://x", token: "two" }));
  expect([credentials.token, (await credentials.renew?.())?.token]).toEqual(["one", "two"]);
});

test("KUBECONFIG merges its files, the first of a name wins", async () => {
  const first = put("one/config", 'apiVersion: v1\nclusters: [{name: c, cluster: {server: "https://first"}}]\n');
  const second = put("two/config", yaml);
  put("two/cert.pem", cert);
  const credentials = await loadCredentials({ env: { KUBECONFIG: [first, second].join(delimiter) } });
  expect(plain(credentials)).toMatchObject({
    server: "https://first",
    certData: cert,
    tokenFile: join(folder, "two", "token"),
  });
});

test("the home's kubeconfig is the last to be looked at", async () => {
  put(".kube/config", formatKubeconfig({ server: "https://home" }));
  expect(plain(await loadCredentials({ env: { HOME: folder } }))).toEqual({ server: "https://home" });
});

const rejected: readonly { name: string; given: string; context?: string; want: string }[] = [
  { name: "no context", given: "apiVersion: v1\n", want: "it has no current-context" },
  {
    name: "an unknown context",
    given: yaml,
    context: "prod",
    want: 'it has no context "prod"; its contexts: "dev", "other", "nobody"',
  },
  {
    name: "an unknown cluster",
    given: yaml,
    context: "other",
    want: 'context "other" uses the cluster "missing", which does not exist; clusters: "c"',
  },
  {
    name: "broken YAML, not quoting it",
    given: "a: [hunter2\n",
    want: "Flow sequence in block collection must be sufficiently indented and end with a ] at line 2, column 1",
  },
  { name: "broken JSON, not quoting it", given: '{"token": hunter2}', want: "Unexpected token 'h'" },
  { name: "a list", given: "- a\n", want: "it is not a mapping" },
];

for (const { name, given, context, want } of rejected) {
  test(`a kubeconfig with ${name} is rejected`, async () => {
    const kubeconfig = put("config", given);
    const failure = await loadCredentials({ kubeconfig, ...(context === undefined ? {} : { context }) }).catch(
      describeError,
    );
    expect(describeError(failure).replaceAll(folder, "FOLDER")).toBe(
      `the kubeconfig FOLDER/config cannot be used: ${want}\n  help: check it with \`kubectl config view\` and correct it`,
    );
  });
}

test("a missing kubeconfig is reported with its path, also in KUBECONFIG", async () => {
  const file = join(folder, "none");
  const want = `the kubeconfig ${file} cannot be used: the file does not exist\n  help: check it with \`kubectl config view\` and correct it`;
  expect(await loadCredentials({ kubeconfig: file }).catch(describeError)).toBe(want);
  expect(await loadCredentials({ env: { KUBECONFIG: file } }).catch(describeError)).toBe(want);
});

test("of a list in KUBECONFIG missing files are skipped, as in client-go, but not all", async () => {
  const [none, other] = [join(folder, "none"), join(folder, "other")];
  const config = put("config", formatKubeconfig({ server: "https://x", token: "t" }));
  const env = (files: readonly string[]): { KUBECONFIG: string } => ({ KUBECONFIG: files.join(delimiter) });
  expect(plain(await loadCredentials({ env: env([none, config]) }))).toEqual({ server: "https://x", token: "t" });
  expect(await loadCredentials({ env: env([none, other]) }).catch(describeError)).toBe(
    `the kubeconfig ${none}${delimiter}${other} cannot be used: none of the files exists\n  help: check it with \`kubectl config view\` and correct it`,
  );
});

test("without any credentials, the error lists the places that were searched", async () => {
  expect(await loadCredentials({ env: { HOME: folder } }).catch(describeError)).toBe(
    `no API server is configured: KUBECONFIG is not set, this is not a pod, and there is no ${join(folder, ".kube", "config")}\n  help: set a kubeconfig with --kubeconfig or KUBECONFIG, or run inside a cluster`,
  );
});

test("a pod uses its ServiceAccount, and its authority is read again on renewal", async () => {
  put("token", "t");
  put("ca.crt", "CA1");
  put("namespace", "ns\n");
  const env = { KUBERNETES_SERVICE_HOST: "fd00::1", KUBERNETES_SERVICE_PORT: "6443" };
  const credentials = await inClusterCredentials({ env, folder });
  const want = { server: "https://[fd00::1]:6443", caData: "CA1", tokenFile: join(folder, "token"), namespace: "ns" };
  expect(plain(credentials ?? { server: "" })).toEqual(want);
  put("ca.crt", "CA2");
  const renewed = await credentials?.renew?.();
  expect(plain(renewed ?? { server: "" })).toEqual({ ...want, caData: "CA2" });
  rmSync(join(folder, "ca.crt"));
  await expect(renewed?.renew?.()).rejects.toThrow("the authority can no longer be read");
});

test("a pod that began without an authority gets one on renewal", async () => {
  put("token", "t");
  const credentials = await inClusterCredentials({ env: { KUBERNETES_SERVICE_HOST: "x" }, folder });
  expect((await credentials?.renew?.())?.caData).toBeUndefined();
  put("ca.crt", "CA");
  expect((await credentials?.renew?.())?.caData).toBe("CA");
});

const reaching = [
  { field: "exec", cluster: "", user: 'e\\u0078ec": {"command": "sh"' },
  { field: "auth-provider", cluster: "", user: 'auth-provider": {"name": "oidc"' },
  { field: "tokenFile", cluster: "", user: 'tokenFile": "/etc/passwd"' },
  { field: "client-key", cluster: "", user: 'client-key": "/etc/passwd"' },
  { field: "certificate-authority", cluster: ', "certificate-authority": "/etc/passwd"', user: 'token": "t"' },
];

for (const { field, cluster, user } of reaching) {
  test(`a kubeconfig out of a Secret may not have ${field}, however it is written`, async () => {
    const close = user.includes("{") ? "}" : "";
    const text = `current-context: x\nclusters: [{name: x, cluster: {"server": "https://x"${cluster}}}]\nusers: [{name: x, user: {"${user}${close}}}]\ncontexts: [{name: x, context: {cluster: x, user: x}}]\n`;
    expect(await parseKubeconfig(text, { name: "Secret ns/x" }).catch(describeError)).toBe(
      `the kubeconfig Secret ns/x cannot be used: "${field}" is not allowed in a kubeconfig that does not come from a local file\n  help: check it with \`kubectl config view\` and correct it`,
    );
  });
}
