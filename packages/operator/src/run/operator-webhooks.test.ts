// Webhooks in the options of an operator: what `--describe` prints of them, and how the process serves them.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { request } from "node:https";
import { text } from "node:stream/consumers";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Converter } from "@capstan/contract/codegen/v1";
import { formatKubeconfig, type KubeObject, type Resource, resourceOf } from "@capstan/kube";
import { createSelfSigned } from "@capstan/serve/certificates";
import { startTestEnv, type TestEnv } from "@capstan/testenv";
import { freePort } from "@capstan/testenv/host";
import { afterAll, beforeAll, expect, test } from "vitest";
import { rejected } from "../webhooks/admission-result.ts";
import { defineDefaulting, defineHandler, defineValidation } from "../webhooks/webhook-definition.ts";
import type { OperatorOptions } from "./operator-program.ts";
import { runOperatorWith } from "./run-operator.ts";

interface Foo extends KubeObject<"example.com/v1", "Foo"> {
  spec: { zone?: string };
}
const Foo: Resource<Foo> = resourceOf("example.com/v1", "Foo");
const checks = defineValidation(Foo, { timeoutSeconds: 3, create: () => rejected("the quota is used") });
const operator: OperatorOptions = {
  name: "op",
  webhooks: [
    checks,
    defineDefaulting(Foo, { path: "/set", create: () => undefined }),
    defineHandler("/hello", { method: "GET", handle: () => ({ status: 200, body: "hello" }) }),
  ],
  setup: () => undefined,
};

const { certPem, keyPem } = createSelfSigned({
  commonName: "localhost",
  ipAddresses: ["127.0.0.1"],
  usages: ["server"],
});

let env: TestEnv;
let folder: string;
let flags: readonly string[];

beforeAll(async () => {
  env = await startTestEnv();
  folder = await mkdtemp(join(tmpdir(), "capstan-operator-webhooks-"));
  const kubeconfig = join(folder, "kubeconfig");
  await writeFile(kubeconfig, formatKubeconfig(env.credentials));
  await writeFile(join(folder, "tls.crt"), certPem);
  await writeFile(join(folder, "tls.key"), keyPem);
  flags = ["--metrics-bind-address=0", "--health-addr=0", `--kubeconfig=${kubeconfig}`];
});
afterAll(async () => {
  await env.stop();
  await rm(folder, { recursive: true });
});

/** Runs the operator until the signal aborts; the exit code, and what it wrote. */
async function ran(
  options: OperatorOptions,
  args: readonly string[],
  signal: AbortSignal = AbortSignal.timeout(10_000),
): Promise<readonly [number, string]> {
  let output = "";
  const write = (written: string): void => void (output += written);
  const port = { args, variables: {}, signal, write, writeError: write, writeLog: () => undefined };
  return [await runOperatorWith(options, port), output];
}

/** The answer of the server at a path, over TLS that its own certificate proves. */
function called(port: number, method: string, path: string, body: string = ""): Promise<string> {
  return new Promise((resolve, reject) => {
    request({ host: "127.0.0.1", port, method, path, ca: certPem, headers: { "content-type": "application/json" } })
      .on("response", (response) => resolve(text(response)))
      .on("error", reject)
      .end(body);
  });
}

test("--describe prints the webhooks and their port", async () => {
  const [code, output] = await ran(operator, ["--describe"]);
  const rule = { groups: ["example.com"], versions: ["v1"], resources: ["foos"], operations: ["CREATE"] };
  expect([code, JSON.parse(output)]).toMatchObject([
    0,
    {
      ports: { health: 9440, metrics: 8443, webhook: 9443 },
      webhooks: [
        {
          type: "validating",
          name: "validate.foos.example.com",
          path: "/validate/foos.example.com/v1",
          timeoutSeconds: 3,
          ...rule,
        },
        { type: "mutating", name: "default.foos.example.com", path: "/set", ...rule },
        { type: "custom", name: "/hello", path: "/hello" },
      ],
    },
  ]);
});

const converter: Converter = {
  group: "example.com",
  kind: "Foo",
  hub: "example.com/v2",
  versions: ["example.com/v2", "example.com/v1"],
  convert: (object, apiVersion) => ({ ...object, apiVersion, kind: "Foo", metadata: {} }),
};

test("--describe prints the conversions with the port and their check, before the webhooks", async () => {
  const [code, output] = await ran({ ...operator, webhooks: [checks], conversions: [converter] }, ["--describe"]);
  const names = { groups: ["example.com"], versions: ["v2", "v1"] };
  const resources = ["foos", "foos/status"];
  expect([code, JSON.parse(output)]).toMatchObject([
    0,
    {
      ports: { webhook: 9443 },
      webhooks: [
        { type: "conversion", name: "conversion.foos.example.com", path: "/convert", ...names, resources: ["foos"] },
        { type: "validating", name: "convertible.foos.example.com", path: "/convertible", ...names, resources },
        { name: "validate.foos.example.com" },
      ],
    },
  ]);
});

test("the paths of conversions are taken only where there are some", async () => {
  const own = { ...operator, webhooks: [defineHandler("/convert", { handle: () => ({ status: 200 }) })] };
  expect(await ran(own, ["--describe"])).toEqual([0, expect.stringContaining('"/convert"')]);
  const taken = { ...own, conversions: [converter] };
  for (const args of [["--describe"], [...flags, `--webhook-cert-dir=${folder}`]])
    expect(await ran(taken, args)).toEqual([1, expect.stringContaining("operator/webhook-duplicate")]);
});

test("conversions are served without webhooks, on the same port", async () => {
  const stop = new AbortController();
  const port = await freePort();
  const place = ["--webhook-host=127.0.0.1", `--webhook-port=${port}`, `--webhook-cert-dir=${folder}`];
  const options = { name: "op", conversions: [converter], setup: () => undefined };
  const running = ran(options, [...flags, ...place], stop.signal);
  const objects = [{ apiVersion: "example.com/v1", kind: "Foo", metadata: {} }];
  const asked = { uid: "u", desiredAPIVersion: "example.com/v2", objects };
  const review = { apiVersion: "apiextensions.k8s.io/v1", kind: "ConversionReview", request: asked };
  const post = () => called(port, "POST", "/convert", JSON.stringify(review)).catch(() => "{}");
  await expect
    .poll(async () => JSON.parse(await post()))
    .toMatchObject({
      response: { uid: "u", result: { status: "Success" }, convertedObjects: [{ apiVersion: "example.com/v2" }] },
    });
  stop.abort();
  expect(await running).toEqual([0, ""]);
});

test("two webhooks of one kind and type are an error, also of --describe", async () => {
  const twice = { ...operator, webhooks: [checks, checks] };
  for (const args of [["--describe"], [...flags, `--webhook-cert-dir=${folder}`]])
    expect(await ran(twice, args)).toEqual([1, expect.stringContaining("operator/webhook-duplicate")]);
});

test("they are served after setup, at the port and with the certificate of the flags", async () => {
  const stop = new AbortController();
  const port = await freePort();
  const seen: string[] = [];
  const options: OperatorOptions = {
    ...operator,
    webhooks: [defineHandler("/seen", { method: "GET", handle: () => ({ status: 200, body: seen.join() }) }), checks],
    setup: async () => {
      await new Promise((resolve) => setTimeout(resolve, 10));
      seen.push("setup");
    },
  };
  const place = ["--webhook-host=127.0.0.1", `--webhook-port=${port}`, `--webhook-cert-dir=${folder}`];
  const running = ran(options, [...flags, ...place], stop.signal);
  await expect.poll(() => called(port, "GET", "/seen").catch(() => undefined)).toBe("setup");
  const review = {
    apiVersion: "admission.k8s.io/v1",
    kind: "AdmissionReview",
    request: {
      uid: "u",
      operation: "CREATE",
      kind: { group: "example.com", version: "v1", kind: "Foo" },
      resource: { group: "example.com", version: "v1", resource: "foos" },
      object: { apiVersion: "example.com/v1", kind: "Foo", metadata: { name: "a", namespace: "b" }, spec: {} },
      userInfo: {},
    },
  };
  const answer = JSON.parse(await called(port, "POST", checks.path, JSON.stringify(review)));
  expect(answer.response).toMatchObject({ uid: "u", allowed: false, status: { message: "the quota is used" } });
  stop.abort();
  expect(await running).toEqual([0, ""]);
});

test("the port 0 serves none, and needs no certificate", async () => {
  const stop = new AbortController();
  const options: OperatorOptions = {
    ...operator,
    setup: (manager) => manager.add({ name: "end", needsLeader: false, run: async () => stop.abort() }),
  };
  const place = ["--webhook-port=0", `--webhook-cert-dir=${folder}/none`];
  expect(await ran(options, [...flags, ...place], stop.signal)).toEqual([0, ""]);
});

test("a folder without a certificate, a port that is taken and a file without authorities end with 1", async () => {
  const port = env.credentials.server.split(":").at(-1);
  const at = `--webhook-cert-dir=${folder}`;
  for (const args of [[`${at}/none`], [at, "--webhook-host=127.0.0.1", `--webhook-port=${port}`]])
    expect(await ran(operator, [...flags, ...args])).toEqual([1, expect.stringContaining("serve/")]);
  expect(await ran(operator, [...flags, at, `--client-ca-file=${folder}/none`])).toEqual([
    1,
    expect.stringContaining("process/client-ca-file"),
  ]);
});
