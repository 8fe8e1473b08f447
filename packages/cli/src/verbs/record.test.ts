// `capstan record`: a recording that `capstan plan` reads, how it ends, and what is wrong on its command line.
import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { hookCatalog } from "@capstan/api/catalog";
import { defineExtension, proceed } from "@capstan/extension-kit";
import { callHandler, connectExtension, discover } from "@capstan/extension-kit/caller";
import { readTape, requestItems, requestVariables, startExtension } from "@capstan/extension-kit/testing";
import { createCertificateAuthority, createSelfSigned } from "@capstan/serve/certificates";
import { afterEach, beforeEach, expect, test } from "vitest";
import { schemaProblems } from "../../test/json-schema.ts";
import { TemporaryProject } from "../../test/temporary-project.ts";

const pair = createSelfSigned({ commonName: "proxy", ipAddresses: ["127.0.0.1"] });
const object = {
  apiVersion: "infrastructure.cluster.x-k8s.io/v1beta2",
  kind: "FooMachineTemplate",
  metadata: { name: "a" },
  spec: { template: { spec: {} } },
};
const request = { items: requestItems([{ object, holder: { kind: "MachineDeployment", name: "workers" } }]) };

const files = ["--ca", "ca.crt", "--tape", "calls.tape", "--cert-dir", "certs", "--listen", "127.0.0.1:0"];

let at: TemporaryProject;
let child: ChildProcess | undefined;
beforeEach(() => {
  at = new TemporaryProject();
  at.extension("size", {
    "src/extension.ts": extensionSource("1"),
    "certs/tls.crt": pair.certPem,
    "certs/tls.key": pair.keyPem,
  });
});
afterEach(() => {
  child?.kill("SIGKILL");
  child = undefined;
  at[Symbol.dispose]();
});

function extensionSource(size: string): string {
  return `import { defineExtension, proceed } from "@capstan/extension-kit";
export const extension = defineExtension({
  generatePatches: { "patches-v1": ({ items }) => proceed({ items: items.map(({ uid }) => ({ uid, patch: { spec: { template: { spec: { size: ${size} } } } } })) }) },
}, { name: "size" });
`;
}

const running = defineExtension({
  generatePatches: {
    "patches-v1": async ({ items }, { signal }) => {
      if (items.length === 0) await new Promise((resolve) => signal.addEventListener("abort", resolve));
      return proceed({
        items: items.map(({ uid }) => ({ uid, patch: { spec: { template: { spec: { size: 1 } } } } })),
      });
    },
  },
});

/** The command as a process, and what it has printed when it listens. */
async function started(
  args: readonly string[],
): Promise<{ readonly url: string; readonly ended: Promise<readonly unknown[]>; readonly text: () => string }> {
  const command = join(import.meta.dirname, "../command.ts");
  const run = spawn(process.execPath, ["--conditions=@capstan/source", command, ...args], { cwd: at.root });
  child = run;
  let text = "";
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const read = (chunk: Buffer): void => {
    text += String(chunk);
    const [, url] = /callers use (\S+)\n/.exec(text) ?? [];
    if (url !== undefined) resolve(url);
  };
  run.stdout.on("data", read);
  run.stderr.on("data", read);
  const ended = new Promise<readonly unknown[]>((end) => run.once("close", (...how) => end(how)));
  void ended.then(() => reject(new Error(text)));
  return { url: await promise, ended, text: () => text };
}

test("records what capstan plan reads, and Ctrl-C ends it in order", async () => {
  await using served = await startExtension(running);
  at.write({ "ca.crt": served.caBundle });
  const { url, ended, text } = await started(["record", "--name", "size", "--target", served.url, ...files]);
  const connection = connectExtension({ url, caBundle: pair.certPem });
  const [handler] = await discover(connection);
  expect(handler).toBeDefined();
  if (handler !== undefined) await callHandler(hookCatalog.GeneratePatches, { connection, handler }, request);
  connection.close();
  child?.kill("SIGINT");
  expect(await ended).toEqual([0, null]);
  expect(text()).toBe(`recording calls of ${served.url} on calls.tape, until Ctrl-C: callers use ${url}
The first call of a handler: hook GeneratePatches, handler patches-v1, status Success
stopped recording calls of ${served.url}
passed on 2 calls; not answered: 0; recorded on calls.tape: 1
next: capstan plan --against calls.tape
`);
  const plan = async (): Promise<string> => (await at.capstan(["plan", "--against", "calls.tape"])).text;
  expect(await plan()).toContain("compared 1 answers with 1 templates; changed: 0; replacing machines: 0");
  at.write({ "src/extension.ts": extensionSource("2") });
  expect(await plan()).toContain("/spec/template/spec/size: 1 -> 2");
});

test("a second Ctrl-C ends it while a call is answered", async () => {
  await using served = await startExtension(running);
  at.write({ "ca.crt": served.caBundle });
  const { url, ended, text } = await started(["record", "--target", served.url, ...files]);
  const connection = connectExtension({ url, caBundle: pair.certPem });
  const [handler] = await discover(connection);
  if (handler === undefined) throw new Error("there is no handler");
  const call = callHandler(hookCatalog.GeneratePatches, { connection, handler }, { items: [] }).catch(() => "cut off");
  await expect.poll(() => served.port).toBeGreaterThan(0);
  await new Promise((resolve) => setTimeout(resolve, 200));
  child?.kill("SIGINT");
  await expect.poll(text, { timeout: 5000 }).toContain("waiting for calls in progress; Ctrl-C again ends at once");
  child?.kill("SIGINT");
  expect(await ended).toEqual([null, "SIGINT"]);
  expect(await call).toBe("cut off");
  connection.close();
});

test("callers and the command show certificates, and what is named is secret", async () => {
  const authority = createCertificateAuthority({ commonName: "callers" });
  const { certPem, keyPem } = authority.issue({ commonName: "core", usages: ["client"] });
  await using served = await startExtension(running, { clientCa: authority.certPem });
  at.write({ "ca.crt": served.caBundle, "callers.crt": authority.certPem, "tls.crt": certPem, "tls.key": keyPem });
  const own = ["--client-ca", "callers.crt", "--target", served.url, ...files];
  const { url, ended } = await started([
    "record",
    "--secret",
    "joinKey",
    "--client-cert",
    "tls.crt",
    "--client-key",
    "tls.key",
    ...own,
  ]);
  const stranger = connectExtension({ url, caBundle: pair.certPem });
  await expect(discover(stranger)).rejects.toThrow("the handlers of the extension at");
  const connection = connectExtension({ url, caBundle: pair.certPem, certificate: { certPem, keyPem } });
  const [handler] = await discover(connection);
  const variables = requestVariables({ joinKey: "abc-1" });
  if (handler !== undefined)
    await callHandler(hookCatalog.GeneratePatches, { connection, handler }, { ...request, variables });
  for (const each of [stranger, connection]) each.close();
  child?.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
  const { calls } = readTape({ file: "calls.tape", text: readFileSync(join(at.root, "calls.tape"), "utf8") });
  expect(calls).toMatchObject([{ masked: true, request: { variables: [{ name: "joinKey", value: "xxx-0" }] } }]);
});

test("nothing on the tape is a warning, in one document of JSON", async () => {
  await using served = await startExtension(running);
  at.write({ "ca.crt": served.caBundle });
  const stop = new AbortController();
  setTimeout(() => stop.abort(), 300);
  const { code, text } = await at.capstan(["record", "--target", served.url, ...files, "--format", "json"], { stop });
  expect(code).toBe(0);
  const [line, document] = text.split("\n{");
  expect(line).toContain("until Ctrl-C");
  expect(schemaProblems(JSON.parse(`{${document}`))).toEqual([]);
  expect(JSON.parse(`{${document}`)).toMatchObject({
    diagnostics: [
      { code: "extension/nothing-recorded", message: expect.stringContaining("on calls.tape: of 0 calls") },
    ],
  });
});

test("files of a certificate and authorities are checked", async () => {
  const one = await at.capstan(["record", "--target", "https://a", "--tape", "b", "--cert-dir", "c", "--ca", "none"]);
  expect([one.code, one.text.includes("error cli/no-file")]).toEqual([1, true]);
  at.write({ "tls.crt": "" });
  const pairOf = ["--client-cert", "tls.crt", "--client-key", "tls.crt"];
  const two = await at.capstan(["record", "--target", "https://a", "--tape", "b", "--cert-dir", "c", ...pairOf]);
  at.write({ "ca.crt": pair.certPem });
  const three = await at.capstan(["record", "--client-ca", "none", "--target", "https://127.0.0.1:1", ...files]);
  expect(three.text).toContain("error extension/discovery-invalid");
  expect(two.text).toContain("error extension/bad-file: --client-cert names tls.crt, which has no certificate in PEM");
});

test.each([
  { argv: [], problem: "name the extension that answers: --target" },
  { argv: ["--target", "https://a"], problem: "name the file that calls are recorded on: --tape" },
  { argv: ["--target", "https://a", "--tape", "b"], problem: "name the folder of the certificate that callers see" },
  {
    argv: ["--target", "http://a", "--tape", "b", "--cert-dir", "c"],
    problem: '--target is "http://a": write an address such as https://localhost:9443',
  },
])("$argv is a mistake on the command line", async ({ argv, problem }) => {
  const { code, text } = await at.capstan(["record", ...argv]);
  expect(code).toBe(2);
  expect(text).toContain(problem);
});

test("an address that is not one has its code", async () => {
  const argv = ["record", "--target", "https://a", "--tape", "b", "--cert-dir", "c", "--listen", "9443"];
  expect((await at.capstan(argv)).text).toContain('error serve/bad-listen-address: "9443" is not an address');
});
