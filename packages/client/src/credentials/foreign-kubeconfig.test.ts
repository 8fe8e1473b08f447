// Kubeconfigs of others: what is rejected before and after parsing, with messages that quote nothing.
import { createPrivateKey, generateKeyPairSync } from "node:crypto";
import { readFileSync } from "node:fs";
import { CapstanError, formatKubeconfig, isCapstanError } from "@capstan/kube";
import { createCertificateAuthority } from "@capstan/serve/certificates";
import { expect, test } from "vitest";
import { createClient } from "../create-client.ts";
import { parseKubeconfig } from "./load-credentials.ts";

const marker = "hunter2";
const base = { server: "https://x:1", token: marker };
const json = (change: object, { user = {}, context = {} }: { user?: object; context?: object } = {}): string =>
  JSON.stringify({
    "current-context": "a",
    clusters: [{ name: "a", cluster: { server: "https://x:1", ...change } }],
    users: [{ name: "a", user }],
    contexts: [{ name: "a", context: { cluster: "a", user: "a", ...context } }],
  });
const yaml = (rest: string): string =>
  `current-context: a\nclusters: [{name: a, cluster: {server: "https://x:1"}}]\ncontexts: [{name: a, context: {cluster: a}}]\n${rest}`;
const notLocal = "are not allowed in a kubeconfig that does not come from a local file";
const rsaOf = (bits: number): string =>
  Buffer.from(
    generateKeyPairSync("rsa", { modulusLength: bits }).privateKey.export({ type: "pkcs8", format: "pem" }),
  ).toString("base64");

test.each([
  { name: "YAML", given: yaml("") },
  { name: "a prefix in the path, as of a proxy of clusters", given: json({ server: "https://x/k8s/clusters/c-1" }) },
  { name: "its own document mark, and comments", given: `---\n# mine\n${yaml("")}` },
  { name: "text that looks like an alias in a string", given: yaml('note: "*a"\nother: a*b &c !d\n') },
  { name: "an RSA key of 2,048 bits", given: json({}, { user: { "client-key-data": rsaOf(2048) } }) },
  { name: "keys of the prototype", given: json({}, { user: JSON.parse('{"__proto__": {"exec": {}}}') }) },
])("accepts $name", async ({ given }) => {
  expect((await parseKubeconfig(given)).server).toMatch(/^https:\/\/x/);
});

const reasons: readonly { name: string; given: string; want: string }[] = [
  { name: "65,537 bytes", given: `${yaml("")}#${" ".repeat(65_536)}`, want: "it has more than 65,536 bytes" },
  { name: "parts of YAML", given: yaml(`x: [${"a,".repeat(5000)}]`), want: "it has more than 4,000 parts" },
  {
    name: "values of JSON",
    given: json({ x: Array.from({ length: 5000 }, () => 1) }),
    want: "it has more than 4,000 parts",
  },
  { name: "escapes", given: `a: "${"\\x".repeat(5000)}"`, want: "it has more than 4,000 parts" },
  { name: "nested lists", given: yaml(`x: ${"[".repeat(900)}`), want: "it has more than 20 levels of nesting" },
  { name: "nested dashes", given: `x:\n  ${"- ".repeat(900)}a`, want: "it has more than 20 levels of nesting" },
  { name: "nested JSON", given: `{"a":${"[".repeat(900)}`, want: "it has more than 20 levels of nesting" },
  { name: "an anchor", given: yaml(`x: &${marker} 1\n`), want: `anchors ${notLocal}` },
  { name: "an alias", given: yaml(`x: *${marker}\n`), want: `aliases ${notLocal}` },
  { name: "a tag", given: yaml(`x: !!${marker} 1\n`), want: `tags ${notLocal}` },
  { name: "a directive", given: `%YAML 1.1\n---\n${yaml("")}`, want: `directives ${notLocal}` },
  { name: "a merge key", given: yaml("x: {<<: {a: 1}}\n"), want: `merge keys ${notLocal}` },
  { name: "two documents", given: `${yaml("")}---\n${marker}: 1\n`, want: "it is neither YAML nor JSON" },
  { name: "duplicate keys", given: yaml(`current-context: ${marker}\n`), want: "it is neither YAML nor JSON" },
  { name: "broken YAML", given: `a: [${marker}\n`, want: "it is neither YAML nor JSON" },
  { name: "an unknown context", given: `current-context: ${marker}\n`, want: "it has no context of that name" },
  {
    name: "an unknown cluster",
    given: json({}, { context: { cluster: marker } }),
    want: "its context uses a cluster that does not exist",
  },
  {
    name: "an unknown user",
    given: json({}, { context: { user: marker } }),
    want: "its context uses a user that does not exist",
  },
  {
    name: "http",
    given: json({ server: `http://${marker}` }),
    want: "clusters[0].cluster.server does not start with https://",
  },
  {
    name: "ftp",
    given: json({ server: `ftp://${marker}` }),
    want: "clusters[0].cluster.server does not start with https://",
  },
  {
    name: "file",
    given: json({ server: `file:///${marker}` }),
    want: "clusters[0].cluster.server does not start with https://",
  },
  {
    name: "a user in the address",
    given: json({ server: `https://a:${marker}@x` }),
    want: "clusters[0].cluster.server has a user or a password",
  },
  {
    name: "a query",
    given: json({ server: `https://x/?${marker}` }),
    want: "clusters[0].cluster.server has a query or a fragment",
  },
  { name: "no URL", given: json({ server: marker }), want: "clusters[0].cluster.server is not a URL" },
  {
    name: "an address in other letters",
    given: json({ server: `https://${"\u4e00".repeat(20)}.example:6443` }),
    want: "clusters[0].cluster.server has characters that are not ASCII; write an international name as xn--...",
  },
  {
    name: "a long address",
    given: json({ server: `https://${"a.".repeat(1024)}` }),
    want: "clusters[0].cluster.server has more than 2,048 characters",
  },
  { name: "a proxy", given: json({ "proxy-url": marker }), want: "clusters[0].cluster.proxy-url is not supported" },
  {
    name: "a TLS name",
    given: json({ "tls-server-name": `${marker}\n` }),
    want: "clusters[0].cluster.tls-server-name is not a DNS name",
  },
  {
    name: "a namespace",
    given: json({}, { context: { namespace: `../${marker}` } }),
    want: "the namespace of its context is not a name",
  },
  {
    name: "an RSA key of 6,144 bits",
    given: json({}, { user: { "client-key-data": rsaOf(6144) } }),
    want: "its client key is not RSA of up to 4096 bits, P-256, P-384, P-521 or Ed25519",
  },
];

test.each(reasons)("rejects $name", async ({ given, want }) => {
  const error: unknown = await parseKubeconfig(given, { name: "Secret ns/x" }).catch((caught: unknown) => caught);
  const message = error instanceof CapstanError ? error.message : String(error);
  expect(message).toBe(`the kubeconfig Secret ns/x cannot be used: ${want}`);
});

test("a thousand errors in a line of carriage returns take no longer than its parts", async () => {
  const from = process.threadCpuUsage().user;
  const given = yaml(`x: [${"]".repeat(1000)} #${"\r".repeat(60_000)}x`);
  await expect(parseKubeconfig(given)).rejects.toThrow("it is neither YAML nor JSON");
  // 15 minutes when each error quotes its line.
  expect(process.threadCpuUsage().user - from).toBeLessThan(2_000_000);
});

test("an address of 16 KB in other letters costs no more than another one", async () => {
  const letters = Array.from({ length: 2700 }, (_, i) => String.fromCodePoint(0x4e_00 + i)).join("");
  const given = json({ server: `https://${letters}${"\u3316".repeat(2700)}:6443` });
  const from = process.threadCpuUsage().user;
  await expect(parseKubeconfig(given)).rejects.toThrow("clusters[0].cluster.server has more than 2,048 characters");
  // Half a second when it is parsed: Punycode takes quadratic time.
  expect(process.threadCpuUsage().user - from).toBeLessThan(50_000);
});

test("many costly contents that come at once are read in turns, one of each owner", async () => {
  // The first one loads the parser.
  await parseKubeconfig(yaml(""));
  const given = yaml(`x: [${"a,".repeat(950)}a]`);
  const order: string[] = [];
  const read = async (owner: string): Promise<void> => {
    await parseKubeconfig(given, { owner });
    order.push(owner);
  };
  let turns = 0;
  let isRunning = true;
  const count = (): void => {
    turns += 1;
    if (isRunning) setImmediate(count);
  };
  setImmediate(count);
  await Promise.all([...Array.from({ length: 20 }, () => read("a")), read("b")]);
  isRunning = false;
  // Several short ones share a turn.
  expect(turns).toBeGreaterThan(5);
  expect(order.indexOf("b")).toBeLessThan(4);
});

test("limits can be larger", async () => {
  const given = yaml(`x: [${"a,".repeat(5000)}]`);
  expect((await parseKubeconfig(given, { limits: { parts: 20_000 } })).server).toBe("https://x:1");
});

test("a wrong key of a foreign cluster is reported without its address", async () => {
  const other = createCertificateAuthority({ commonName: "a" }).issue({ commonName: "a" });
  const { certPem } = createCertificateAuthority({ commonName: "b" }).issue({ commonName: "b" });
  const credentials = await parseKubeconfig(formatKubeconfig({ ...base, certData: certPem, keyData: other.keyPem }));
  let error: unknown;
  try {
    createClient(credentials, { foreign: "Cluster ns/c" });
  } catch (caught) {
    error = caught;
  }
  expect(isCapstanError(error, "client/bad-credentials") && error.message).toMatch(
    /^the credentials for Cluster ns\/c /,
  );
});

const certificates = new URL("../../testdata/certificates/", import.meta.url);
const pem = (name: string): string => readFileSync(new URL(name, certificates), "utf8");
const usual = createCertificateAuthority({ commonName: "usual" }).certPem;
const hidden = (label: string): string => pem("name-constraints.crt").replaceAll("CERTIFICATE", label);

test.each([
  ["name constraints", pem("name-constraints.crt"), "is larger than 16 KB or has name constraints"],
  ["another label for name constraints", usual + hidden("X509 CERTIFICATE"), "has more than certificates"],
  ["a label of OpenSSL's own", usual + hidden("TRUSTED CERTIFICATE"), "has more than certificates"],
  ["eleven certificates", usual.repeat(11), "has more than 10 certificates"],
  ["a slow curve", usual + pem("sect571r1.crt"), "is not RSA of up to 4096 bits, P-256, P-384, P-521 or Ed25519"],
])("an authority with %s is rejected", async (_, caData, want) => {
  const given = json({ "certificate-authority-data": Buffer.from(caData).toString("base64") });
  await expect(parseKubeconfig(given)).rejects.toThrow(want);
});

test("of an authority, only its certificates are passed on", async () => {
  const caData = `Subject: CN=usual\n${usual}# end\n${usual}`;
  const given = json({ "certificate-authority-data": Buffer.from(caData).toString("base64") });
  expect((await parseKubeconfig(given)).caData).toBe(usual + usual);
});

test("a client key with a factor as long as its modulus is rejected", async () => {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const jwk = privateKey.export({ format: "jwk" });
  const longer = createPrivateKey({ key: { ...jwk, p: jwk.n ?? "" }, format: "jwk" });
  const content = String(longer.export({ type: "pkcs8", format: "pem" }));
  const given = json({}, { user: { "client-key-data": Buffer.from(content).toString("base64") } });
  await expect(parseKubeconfig(given)).rejects.toThrow("its client key is not RSA of up to 4096 bits");
});

test.each([
  ["HTTPS://x:1", "does not start with https://"],
  [" https://x:1", "does not start with https://"],
  ["https://x:1 ", "has blanks"],
  ["https://x:1?", "has a query or a fragment"],
  ["https://x:1#", "has a query or a fragment"],
])("the server %j is rejected", async (server, want) => {
  await expect(parseKubeconfig(json({ server }))).rejects.toThrow(want);
});

test("an address as the name of the server is rejected", async () => {
  await expect(parseKubeconfig(json({ "tls-server-name": "127.0.0.1" }))).rejects.toThrow("is not a DNS name");
});
