// The request, and what is made of every kind of answer, with a registry of the test; the last tests run the command.
import { createServer, type Server } from "node:http";
import { portOf } from "@capstan/testenv/host";
import { runCommand } from "@capstan/repo";
import { afterAll, beforeAll, expect, test } from "vitest";
import { askRegistry } from "./ask-registry.ts";
import { productionPackages } from "./production-packages.ts";

let server: Server;
let registry: string;
let asked: { readonly url: string | undefined; readonly body: string };
let reply: { readonly status: number; readonly text: string };
beforeAll(async () => {
  server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => (body += String(chunk)));
    request.on("end", () => {
      asked = { url: `${request.method} ${request.url}`, body };
      response.writeHead(reply.status, { location: "/elsewhere" }).end(reply.text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  registry = `http://127.0.0.1:${portOf(server)}/npm`;
});
afterAll(() => server.close());

const packages = new Map([
  ["a", new Set(["1.0.0", "2.0.0"])],
  ["@scope/b", new Set(["1.5.0-rc.1"])],
]);
const advisory = (range: string): object => ({
  id: 1,
  severity: "high",
  title: "t",
  url: "u",
  vulnerable_versions: range,
});
const finding = (name: string, version: string): object => ({ name, version, severity: "high", title: "t", url: "u" });

const answers = [
  { name: "none", status: 200, text: "{}", want: { findings: [] } },
  {
    name: "one of two versions",
    status: 200,
    text: JSON.stringify({ a: [advisory("<2")] }),
    want: { findings: [finding("a", "1.0.0")] },
  },
  {
    name: "a prerelease",
    status: 200,
    text: JSON.stringify({ "@scope/b": [advisory("<2")] }),
    want: { findings: [finding("@scope/b", "1.5.0-rc.1")] },
  },
  { name: "another version", status: 200, text: JSON.stringify({ a: [advisory("<1")] }), want: { findings: [] } },
  { name: "another package", status: 200, text: JSON.stringify({ z: [advisory("*")] }), want: { findings: [] } },
  {
    name: "control characters",
    status: 200,
    text: JSON.stringify({ a: [{ ...advisory("1.0.0"), title: "\u001b]0;x\u0007\u202e" }] }),
    want: { findings: [{ ...finding("a", "1.0.0"), title: "?]0;x??" }] },
  },
  ...[404, 405].map((status) => ({
    name: `HTTP ${status}`,
    status,
    text: "no",
    want: { noAnswer: `the registry does not offer advisories (HTTP ${status})` },
  })),
  { name: "HTTP 500", status: 500, text: "", want: { noAnswer: "the registry answered HTTP 500" } },
  { name: "a page", status: 200, text: "<html>", want: { noAnswer: "the registry's answer is not JSON" } },
  {
    name: "a list",
    status: 200,
    text: "[]",
    want: { noAnswer: "the registry's answer is not an object of advisories" },
  },
  {
    name: "an advisory without a range",
    status: 200,
    text: '{"a":[{}]}',
    want: { noAnswer: "the registry's answer about a has no range of versions" },
  },
];
for (const { name, status, text, want } of answers) {
  test(`an answer with ${name}`, async () => {
    reply = { status, text };
    expect(await askRegistry(registry, packages)).toEqual(want);
    expect(asked.url).toBe("POST /npm/-/npm/v1/security/advisories/bulk");
    expect(JSON.parse(asked.body)).toEqual({ a: ["1.0.0", "2.0.0"], "@scope/b": ["1.5.0-rc.1"] });
  });
}

test("a redirect is not followed, and a registry that is not there is no result", async () => {
  reply = { status: 302, text: "" };
  expect(await askRegistry(registry, packages)).toMatchObject({ noAnswer: expect.stringContaining("did not answer") });
  expect(await askRegistry("http://127.0.0.1:1", packages)).toMatchObject({
    noAnswer: expect.stringContaining("did not answer"),
  });
});

test("production packages are those of published folders, through others, aliases and peers", () => {
  const lock = `
importers:
  .:
    dependencies: { tool: { specifier: "1", version: 1.0.0 } }
  packages/p:
    dependencies:
      a: { specifier: "1", version: "1.0.0(peer@9.0.0)" }
      '@capstan/q': { specifier: "workspace:^", version: link:../q }
      alias: { specifier: "npm:real@2", version: real@2.0.0 }
    devDependencies: { dev: { specifier: "1", version: 1.0.0 } }
snapshots:
  a@1.0.0(peer@9.0.0):
    dependencies: { '@s/b': 3.0.0 }
    optionalDependencies: { c: 4.0.0 }
  '@s/b@3.0.0': { dependencies: { a: 1.0.0(peer@9.0.0) } }
  c@4.0.0: {}
  real@2.0.0: {}
`;
  expect([...productionPackages(lock)].map(([name, versions]) => [name, ...versions])).toEqual([
    ["a", "1.0.0"],
    ["@s/b", "3.0.0"],
    ["c", "4.0.0"],
    ["real", "2.0.0"],
  ]);
  expect(() => productionPackages("lockfileVersion: '99'")).toThrow("names no folder below packages/");
});

const runs = [
  { name: "nothing", status: 200, text: "{}", code: 0, want: /^\d\d+ passed, 0 failed\n$/ },
  {
    name: "a hole",
    status: 200,
    text: JSON.stringify({ yaml: [advisory("*")] }),
    code: 1,
    want: /^yaml \S+: high: t\n {2}u\n\d+ passed, 1 failed\n$/,
  },
  {
    name: "no such path",
    status: 405,
    text: "",
    code: 3,
    want: /^not checked: the registry does not offer advisories/,
  },
];
for (const { name, status, text, code, want } of runs) {
  test(`the command, when the registry knows ${name}`, async () => {
    reply = { status, text };
    const main = new URL("./main.ts", import.meta.url).pathname;
    const ran = await runCommand([process.execPath, "--conditions=@capstan/source", main, "--registry", registry]);
    expect(ran).toEqual({ code, output: expect.stringMatching(want) });
  });
}
