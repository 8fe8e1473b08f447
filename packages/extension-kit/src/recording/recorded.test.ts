// A tape that an extension records: what is on it, what is not, and that no call waits for it or fails because of it.
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hookCatalog } from "@capstan/api/catalog";
import { getAt } from "@capstan/kube";
import type { Logger } from "@capstan/process";
import { createSelfSigned } from "@capstan/serve/certificates";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { defineExtension, type Extension } from "../authoring/define-extension.ts";
import { fail, proceed } from "../authoring/results.ts";
import { parallel, sequence } from "../compose/life-cycle.ts";
import { pipeline } from "../compose/pipeline.ts";
import { callHandler, connectExtension, discover } from "../caller/index.ts";
import { serveExtension } from "../serving/serve-extension.ts";
import type { RecordOptions } from "./begin-recording.ts";
import { TapeRecorder } from "./call-recorder.ts";
import { patchedTemplates, requestItems, requestVariables } from "../testing/topology-request.ts";
import { checkTemplates } from "../topology/check-templates.ts";
import { defineVariables } from "../topology/define-variables.ts";
import { patchTemplates } from "../topology/patch-templates.ts";
import { readTape } from "./read-tape.ts";
import type { Tape } from "./tape.ts";

const { BeforeClusterDelete } = hookCatalog;
const FooTemplate = { apiVersion: "infrastructure.cluster.x-k8s.io/v1beta2", kind: "FooMachineTemplate" } as const;

let folder: string;
let file: string;
let lines: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "capstan-tape-"));
  file = join(folder, "calls.tape");
  lines = [];
});
afterEach(() => rmSync(folder, { recursive: true }));

const log: Logger = {
  debug: () => undefined,
  info: () => undefined,
  warn: (message) => void lines.push(message),
  error: (message) => void lines.push(message),
  child: () => log,
};

test("a second process with the same port and tape leaves the tape of the first one alone", async () => {
  const extension = defineExtension({ generatePatches: { patches: () => proceed({ items: [] }) } });
  const tls = createSelfSigned({ commonName: "extension", ipAddresses: ["127.0.0.1"] });
  const serve = (port: number): ReturnType<typeof serveExtension> =>
    serveExtension(extension, { tls, port, log, record: { file } });
  await using first = await serve(0);
  const written = statSync(file).ino;
  await expect(serve(first.port)).rejects.toThrow("the port is in use");
  expect([statSync(file).ino, existsSync(`${file}.1`)]).toEqual([written, false]);
});

test("a tape that cannot be written leaves no port open", async () => {
  const extension = defineExtension({ generatePatches: { patches: () => proceed({ items: [] }) } });
  const tls = createSelfSigned({ commonName: "extension", ipAddresses: ["127.0.0.1"] });
  const probe = await serveExtension(extension, { tls, port: 0 });
  const { port } = probe;
  await probe.close();
  writeFileSync(file, "notes");
  await expect(serveExtension(extension, { tls, port, record: { file } })).rejects.toThrow("cannot be written");
  await using free = await serveExtension(extension, { tls, port });
  expect(free.port).toBe(port);
});

type Request = Parameters<typeof callHandler<object, object>>[2];

/** Sends requests to the first handler of a served extension that records, and stops it. */
async function recorded(
  extension: Extension,
  requests: readonly Request[],
  options: Partial<RecordOptions> = {},
): Promise<readonly unknown[]> {
  const tls = createSelfSigned({ commonName: "extension", ipAddresses: ["127.0.0.1"] });
  await using running = await serveExtension(extension, { tls, port: 0, log, record: { file, ...options } });
  const connection = connectExtension({ url: running.url, caBundle: tls.certPem });
  const [handler] = await discover(connection);
  const answers: unknown[] = [];
  for (const request of requests)
    answers.push(
      handler && (await callHandler(handler.hook, { connection, handler }, request).catch((error: unknown) => error)),
    );
  connection.close();
  return answers;
}

const tape = (name: string = file): Tape => readTape({ file: name, text: readFileSync(name, "utf8") });

const cluster = { name: "one", namespace: "default", uid: "u-1" };
const builtin = requestVariables({ builtin: { cluster } });

function request(values: Parameters<typeof requestVariables>[0], names: readonly string[] = ["a"]): Request {
  const items = requestItems(
    names.map((name) => ({
      object: Object.assign({ ...FooTemplate, metadata: { name } }, { spec: { template: { spec: {} } } }),
      holder: { kind: "MachineDeployment", name },
    })),
  );
  return { items, variables: [...builtin, ...requestVariables(values)] };
}

const sized = defineExtension(
  {
    generatePatches: {
      "patches-v1": ({ items, variables = [] }) => {
        const size = variables.find(({ name }) => name === "size")?.value ?? 1;
        if (size === 0) return fail("no size");
        return proceed({ items: items.map(({ uid }) => ({ uid, patch: { spec: { template: { spec: { size } } } } })) });
      },
    },
  },
  { name: "sized" },
);

describe("a tape", () => {
  test("has the extension, each request with its Cluster, and its answer, for its owner alone", async () => {
    const [first] = await recorded(sized, [request({ size: 1 }), request({ size: 0 })]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const { header, calls } = tape();
    expect(header).toMatchObject({ capstanTape: 2, extension: "sized", clusterApi: ">=1.14" });
    expect(calls).toMatchObject([
      { hook: "GeneratePatches", handler: "patches-v1", cluster, request: request({ size: 1 }), response: first },
      { cluster, response: { status: "Failure", message: "no size" } },
    ]);
    expect(calls.map(({ masked }) => masked)).toEqual([undefined, undefined]);
  });

  test("has a call once, whatever the order and the uids of its templates, and again with another answer", async () => {
    let size = 1;
    const changing = defineExtension({
      generatePatches: {
        "patches-v1": ({ items }) => proceed({ items: items.map(({ uid }) => ({ uid, patch: { spec: { size } } })) }),
      },
    });
    const given = request({}, ["a", "b"]) as { items: { uid: string }[] };
    const other = { ...given, items: given.items.toReversed().map((item) => ({ ...item, uid: `new-${item.uid}` })) };
    await recorded(changing, [given, other, given]);
    expect(tape().calls).toHaveLength(1);
    size = 2;
    await recorded(changing, [given, other]);
    expect(tape().calls).toHaveLength(1);
    expect(tape(`${file}.1`).calls).toHaveLength(1);
  });

  test("has no calls of hooks that make nothing", async () => {
    const extension = defineExtension({ beforeClusterDelete: () => proceed() });
    const body = { cluster: { apiVersion: "cluster.x-k8s.io/v1beta2", kind: "Cluster", metadata: {}, spec: {} } };
    const [answer] = await recorded(extension, [body]);
    expect(answer).toMatchObject({ kind: BeforeClusterDelete.responseKind, status: "Success" });
    expect(readFileSync(file, "utf8").split("\n")).toHaveLength(2);
  });

  test("has no calls of another product's hook of the same name", async () => {
    const recorder = await TapeRecorder.begin(
      { ...sized, names: { variables: new Set(), settings: new Set() } },
      { file, log },
      () => Promise.reject(new Error("not called")),
    );
    const begun = sized.handlers.map((handler) => {
      const own = { ...handler.hook, group: "hooks.example.com", apiVersion: "hooks.example.com/v1" };
      return [recorder.begin(handler, {}) !== undefined, recorder.begin({ ...handler, hook: own }, {}) !== undefined];
    });
    await recorder.close();
    expect(begun).toEqual([[true, false]]);
  });

  test("has the request as it arrived, whatever the handler does to it", async () => {
    const changing = defineExtension({
      generatePatches: {
        "patches-v1": (given) => {
          Object.assign(given, { items: [] });
          return proceed({ items: [] });
        },
      },
    });
    await recorded(changing, [request({ size: 1 })]);
    expect(tape().calls).toMatchObject([{ request: request({ size: 1 }) }]);
  });
});

describe("secrets", () => {
  const variables = defineVariables({
    joinKey: { required: true, secret: true, schema: { type: "string", pattern: "^[a-z]{4}-[0-9]{4}$" } },
  });
  const Foo = { ...FooTemplate, group: "infrastructure.cluster.x-k8s.io", version: "v1beta2" };
  const extension = defineExtension(
    {
      generatePatches: {
        "patches-v1": {
          ...patchTemplates(variables),
          handle: ({ items, variables: given = [] }, { settings }) => {
            const { value = "" } = given.find(({ name }) => name === "joinKey") ?? {};
            const made = `${Buffer.from(JSON.stringify(value)).toString("base64")} ${settings.pass}`;
            return proceed({ items: items.map(({ uid }) => ({ uid, patch: { spec: { made } } })) });
          },
        },
      },
    },
    { settings: { pass: { default: "", secret: true } } },
  );

  test("are masks of the same form in the request, and what a handler made of them is not in the answer", async () => {
    const secret = { apiVersion: "v1", kind: "Secret", metadata: { name: "s" }, data: { key: "c2VjcmV0" } };
    const given = {
      ...request({
        joinKey: "abcd-1234",
        nested: { api_token: "abc123", "client-secret": ["x9"] },
        password: "hunter2",
        discovery: { tlsBootstrapToken: "abcdef.01", tokens: "two" },
        adminPassword: "hunter3",
      }),
      settings: { pass: "Tr0ub4dor", other: "plain" },
    };
    const body = {
      ...given,
      items: [...((given as { items?: [] }).items ?? []), ...requestItems([{ object: secret }])],
    };
    const [answer] = await recorded(extension, [body]);
    expect(JSON.stringify(answer)).toContain("patch");
    const text = readFileSync(file, "utf8");
    for (const known of ["abcd-1234", "ImFiY2QtMTIzNCI", "abc123", "hunter2", "Tr0ub4dor", "c2VjcmV0", '"x9"'])
      expect(text).not.toContain(known);
    const [call] = tape().calls;
    expect(call?.masked).toBe(true);
    expect(call?.request).toMatchObject({
      settings: { pass: "Xx0xx0xxx", other: "plain" },
      variables: [
        { name: "builtin" },
        { name: "joinKey", value: "xxxx-0000" },
        { name: "nested", value: { api_token: "xxx000", "client-secret": ["x0"] } },
        { name: "password", value: "xxxxxx0" },
        { name: "discovery", value: { tlsBootstrapToken: "xxxxxx.00", tokens: "two" } },
        { name: "adminPassword", value: "xxxxxx0" },
      ],
      items: [{}, { object: { data: { key: expect.stringMatching(/^capstan-digest-[\w-]{43}$/) } } }],
    });
    const { items: [item] = [] } = (call?.response ?? {}) as { readonly items?: readonly { patch: string }[] };
    const made = { spec: { made: `${Buffer.from('"xxxx-0000"').toString("base64")} Xx0xx0xxx` } };
    expect(JSON.parse(Buffer.from(item?.patch ?? "", "base64").toString())).toEqual(made);
  });

  test("keep an extension that is stopped no longer, when the handler does not answer a request with masks", async () => {
    const slow = defineExtension({
      generatePatches: {
        "patches-v1": async ({ variables = [] }) => {
          const { value } = variables.find(({ name }) => name === "password") ?? {};
          if (typeof value === "string" && value.startsWith("x")) await new Promise(() => undefined);
          return proceed({ items: [] });
        },
      },
    });
    const requests = ["a", "ab", "abc"].map((password) => request({ password }));
    const from = performance.now();
    await recorded(slow, [...requests, request({ size: 1 })]);
    expect(performance.now() - from).toBeLessThan(8000);
    expect(lines).toEqual(Array(3).fill("A call could not be recorded"));
    expect(tape().calls).toHaveLength(1);
  });

  test("are contents of files in templates and in patches, and what a handler makes of them", async () => {
    const writing = defineExtension({
      generatePatches: {
        "patches-v1": ({ items }) =>
          proceed({
            items: items.map(({ uid, object }) => {
              const made = Buffer.from(JSON.stringify(object["spec"])).toString("base64");
              const files = [{ path: "/etc/own", content: "0wn-s3cr3t" }];
              return { uid, patch: { spec: { template: { spec: { made, files } } } } };
            }),
          }),
      },
    });
    const spec = { template: { spec: { files: [{ path: "/etc/known", content: "kn0wn-s3cr3t" }] } } };
    const object = Object.assign({ ...FooTemplate, metadata: { name: "a" } }, { spec });
    const [answer] = await recorded(writing, [{ items: requestItems([{ object }]) }]);
    const { items: [answered] = [] } = answer as { readonly items?: readonly { patch: string }[] };
    expect(Buffer.from(answered?.patch ?? "", "base64").toString()).toContain("0wn-s3cr3t");
    const text = readFileSync(file, "utf8");
    const [call] = tape().calls;
    const { items = [] } = (call?.request ?? {}) as { readonly items?: ReturnType<typeof requestItems> };
    const [patched] = patchedTemplates(items, Object.assign({ items: [] }, call?.response));
    const made = Buffer.from(String(getAt(patched, ["spec", "template", "spec", "made"])), "base64").toString();
    expect(made).toContain('"content":"capstan-digest-');
    for (const each of [text, JSON.stringify(patched), made]) expect(each).not.toContain("s3cr3t");
    expect(tape().calls).toMatchObject([
      { masked: true, request: { items: [{ object: { metadata: { name: "a" } } }] } },
    ]);
  });

  test("are those that variables declare, in every handler that reads them", () => {
    expect(variables.secrets).toEqual(["joinKey"]);
    const patcher = patchTemplates(variables).on(Foo as never, () => undefined);
    expect(patcher.secrets).toEqual(["joinKey"]);
    const step = { name: "one", ...patcher };
    expect(pipeline([step, { ...step, name: "two" }]).secrets).toEqual(["joinKey"]);
    const check = { name: "check", ...checkTemplates(variables) };
    expect([parallel([check]).secrets, sequence([check]).secrets]).toEqual([["joinKey"], ["joinKey"]]);
  });
});

describe("a file", () => {
  test("that is not a tape stays as it is, and the extension does not start", async () => {
    writeFileSync(file, "mine\n");
    await expect(recorded(sized, [])).rejects.toMatchObject({
      code: "extension/tape-file",
      message: `the tape ${file} cannot be written: there is a file that is not a tape: name another file, or remove it`,
    });
    expect(readFileSync(file, "utf8")).toBe("mine\n");
  });

  test.each([
    { name: "a folder", make: () => (file = folder) },
    { name: "a link to a device", make: () => symlinkSync("/dev/null", file) },
    { name: "a link to nothing", make: () => symlinkSync(join(folder, "nothing"), file) },
    { name: "in a folder that does not exist", make: () => (file = join(folder, "none", "a.tape")) },
  ])("that is $name is an error", async ({ make }) => {
    make();
    await expect(recorded(sized, [])).rejects.toMatchObject({ code: "extension/tape-file" });
  });

  test("without a byte, as a start that was ended leaves it, becomes the tape of its owner alone", async () => {
    writeFileSync(file, "", { mode: 0o644 });
    await recorded(sized, [request({})]);
    expect(tape().calls).toHaveLength(1);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(existsSync(`${file}.1`)).toBe(false);
  });

  test("beside it that is not a tape stays as it is, too", async () => {
    await recorded(sized, [request({})]);
    writeFileSync(`${file}.1`, "my notes\n");
    await expect(recorded(sized, [request({})])).rejects.toThrow(
      `cannot become ${file}.1: there is a file that is not a tape`,
    );
    expect(readFileSync(`${file}.1`, "utf8")).toBe("my notes\n");
    expect(tape().calls).toHaveLength(1);
  });

  test("that is full has whole lines, and calls go on", async () => {
    const answers = await recorded(
      sized,
      [1, 2, 3, 4].map((size) => request({ size })),
      { bytes: 1300 },
    );
    expect(answers).toMatchObject(Array(4).fill({ status: "Success" }));
    expect(statSync(file).size).toBeLessThanOrEqual(1300);
    expect(tape().calls).toHaveLength(1);
    expect(lines).toEqual(["The tape is full: nothing is recorded any more"]);
  });
});
