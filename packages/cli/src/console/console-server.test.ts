// The server of the console: who may use it, what it sends, and the news of an open page.
import type { UnstructuredObject } from "@capstan/kube";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { callConsole, openStream, plainFiles, rawCall, startPlainConsole } from "../../test/console/console-calls.ts";
import { CallBook } from "../dev/call-book.ts";
import { Timeline } from "../dev/timeline/timeline.ts";
import type { TimelineChange } from "../dev/timeline/timeline-change.ts";
import { CallDesk } from "./calls/call-desk.ts";
import { startConsole, type RunningConsole } from "./console-server.ts";
import { SessionSource } from "./session-source.ts";
import type { ActionAnswer, ObjectDetail, WholeState } from "./wire.ts";

let timeline: Timeline;
let source: SessionSource;
let console: RunningConsole;
let version = 0;

beforeEach(async () => {
  timeline = new Timeline();
  const actions = { delete: (object: UnstructuredObject) => Promise.resolve(`deleted ${object.metadata.name}`) };
  source = new SessionSource({
    timeline,
    actions,
    calls: new CallDesk(new CallBook(), []),
    facts: { project: "foo", plays: ["core"], server: "https://127.0.0.1:1" },
  });
  console = await startPlainConsole(source);
  onTestFinished(() => console.close());
});

function change(type: TimelineChange["type"], name: string, more: object = {}): void {
  version += 1;
  const resourceVersion = String(version);
  const object = {
    apiVersion: "v1",
    kind: "Secret",
    metadata: { name, namespace: "default", uid: name, resourceVersion },
    ...more,
  };
  timeline.add({
    time: Date.now(),
    type,
    apiVersion: "v1",
    kind: "Secret",
    key: { namespace: "default", name },
    resourceVersion,
    object,
  });
}

const idOf = (name: string): string => `/Secret/default/${name}`;

describe("a request", () => {
  const host = (): string => new URL(console.origin).host;
  const bearer = (): Record<string, string> => ({ authorization: `Bearer ${console.token}` });

  test.each([
    { name: "without a token", headers: () => ({}), status: 401 },
    {
      name: "with another token",
      headers: () => ({ authorization: `Bearer ${"x".repeat(console.token.length)}` }),
      status: 401,
    },
    {
      name: "with the token in another scheme",
      headers: () => ({ authorization: `Basic ${console.token}` }),
      status: 401,
    },
    {
      name: "under a name that somebody else lets point here",
      headers: () => ({ ...bearer(), host: "evil.example" }),
      status: 421,
    },
    {
      name: "of a page of another site",
      headers: () => ({ ...bearer(), origin: "https://evil.example" }),
      status: 403,
    },
    { name: "of a page on another port", headers: () => ({ ...bearer(), origin: "http://127.0.0.1:1" }), status: 403 },
    { name: "of a sandboxed page", headers: () => ({ ...bearer(), origin: "null" }), status: 403 },
    {
      name: "that a browser calls cross-site",
      headers: () => ({ ...bearer(), "sec-fetch-site": "cross-site" }),
      status: 403,
    },
  ])("$name is rejected, for data, news, actions and calls", async ({ headers, status }) => {
    const answers = await Promise.all([
      rawCall(console.origin, "/api/state", { headers: headers() }),
      rawCall(console.origin, "/api/events?after=x", { headers: headers() }),
      rawCall(console.origin, "/api/action", { method: "POST", headers: headers(), body: { action: "kill" } }),
      rawCall(console.origin, "/api/call?id=a", { headers: headers() }),
      rawCall(console.origin, "/api/call/again", { method: "POST", headers: headers(), body: { id: "a", yaml: "" } }),
    ]);
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => status));
    expect(answers.filter(({ text }) => text.includes("project"))).toEqual([]);
  });

  test("of the page itself is answered", async () => {
    const headers = { ...bearer(), origin: `http://${host()}`, "sec-fetch-site": "same-origin" };
    expect((await rawCall(console.origin, "/api/state", { headers })).status).toBe(200);
  });

  test("for the page needs no token, and no foreign name gets it", async () => {
    expect((await rawCall(console.origin, "/")).status).toBe(200);
    expect((await rawCall(console.origin, "/", { headers: { host: "evil.example" } })).status).toBe(421);
  });

  test("for something else is answered with 404, and one that changes something by GET with 405", async () => {
    expect((await rawCall(console.origin, "/other", { headers: bearer() })).status).toBe(404);
    expect((await rawCall(console.origin, "/api/action", { headers: bearer() })).status).toBe(405);
  });

  test("for what is no address is answered like any other", async () => {
    const warnings = vi.spyOn(process, "emitWarning");
    const place = "//evil:99999/";
    expect((await rawCall(console.origin, place, { headers: { host: "evil.example" } })).status).toBe(421);
    expect((await rawCall(console.origin, place)).status).toBe(401);
    expect((await rawCall(console.origin, place, { headers: bearer() })).status).toBe(404);
    expect(warnings).not.toHaveBeenCalled();
  });

  test("with a body beyond the limit is rejected", async () => {
    const body = { yaml: "x".repeat(3 * 1024 * 1024) };
    expect((await rawCall(console.origin, "/api/check", { method: "POST", headers: bearer(), body })).status).toBe(413);
  });
});

test("the token is in no header and no document, and each answer has the policy of the page", async () => {
  const headers = { authorization: `Bearer ${console.token}` };
  for (const path of ["/", "/console.js", "/api/state", "/other"]) {
    const answer = await rawCall(console.origin, path, { headers });
    expect(JSON.stringify(answer)).not.toContain(console.token);
    expect(answer.headers).toMatchObject({
      "content-security-policy": expect.stringContaining("default-src 'none'; script-src 'self'"),
      "referrer-policy": "no-referrer",
      "cache-control": "no-store",
    });
  }
  expect(console.url).toBe(`${console.origin}/#token=${console.token}`);
});

test("the whole state has facts, rows and changes, and no value of a Secret", async () => {
  change("ADDED", "a", { data: { password: "aHVudGVyMg==" } });
  source.log("first\nsecond\n");
  source.update({ process: "ready" });
  const state = await callConsole<WholeState>(console, "/api/state");
  expect(state.facts).toMatchObject({ project: "foo", process: "ready", actions: ["delete"] });
  expect(state.changes.map(({ id, row }) => [id, row?.kind, row?.state])).toEqual([[idOf("a"), "Secret", "plain"]]);
  expect(state.log.map(({ text }) => text)).toEqual(["first", "second"]);
  const detail = await callConsole<ObjectDetail>(console, `/api/object?id=${encodeURIComponent(idOf("a"))}`);
  expect(detail.yaml).toContain("password: (hidden)");
  expect(JSON.stringify([state, detail])).not.toContain("aHVudGVyMg");
});

test("an object is shown as it was after a change", async () => {
  change("ADDED", "a", { type: "first" });
  change("MODIFIED", "a", { type: "second" });
  change("DELETED", "a", { type: "second" });
  const at = (seq: number): Promise<ObjectDetail> =>
    callConsole(console, `/api/object?at=${seq}&id=${encodeURIComponent(idOf("a"))}`);
  const [before, after, gone] = [await at(1), await at(2), await at(3)];
  expect([before.yaml?.includes("type: first"), after.yaml?.includes("type: second"), gone.yaml]).toEqual([
    true,
    true,
    undefined,
  ]);
  expect(gone.changes.map(({ type, fields }) => [type, fields.map(({ path }) => path)])).toEqual([
    ["ADDED", []],
    ["MODIFIED", ["type"]],
    ["DELETED", []],
  ]);
});

describe("the news", () => {
  test("arrive together, and go on where a page was", async () => {
    const { news } = await callConsole<WholeState>(console, "/api/state");
    const first = await openStream(console, news);
    change("ADDED", "a");
    change("ADDED", "b");
    await expect.poll(() => first.items.length).toBe(2);
    first.close();
    change("DELETED", "a");
    const second = await openStream(console, first.position());
    onTestFinished(() => second.close());
    await expect.poll(() => second.items).toHaveLength(1);
    expect(second.items[0]).toMatchObject({ type: "object", change: { id: idOf("a"), row: null } });
  });

  test("start again when the page comes from another session", async () => {
    const stream = await openStream(console, "0123456789ab.7");
    await stream.closed;
    expect(stream.events).toEqual(["reset"]);
  });

  test("say that the session ends", async () => {
    const { news } = await callConsole<WholeState>(console, "/api/state");
    const stream = await openStream(console, news);
    await console.close();
    await stream.closed;
    expect(stream.events).toEqual(["end"]);
  });

  test("go on after a restart with the same port and token", async () => {
    const { news } = await callConsole<WholeState>(console, "/api/state");
    await console.close();
    const { port } = new URL(console.origin);
    const again = await startConsole(source, { port: Number(port), token: console.token, files: plainFiles });
    onTestFinished(() => again.close());
    const stream = await openStream(console, news);
    await stream.closed;
    expect(stream.events).toEqual(["reset"]);
  });
});

test.each([
  { name: "runs", body: { action: "delete", id: idOf("a") }, wanted: { ok: true, message: "deleted a" } },
  { name: "of an unknown object fails", body: { action: "delete", id: "x" }, wanted: { ok: false } },
  { name: "that the session cannot do fails", body: { action: "kill" }, wanted: { ok: false } },
  {
    name: "with a wrong field fails",
    body: { action: "scale", id: idOf("a"), replicas: -1 },
    wanted: { ok: false, message: "this is not an action of the console" },
  },
  {
    name: "of an unknown name fails",
    body: { action: "constructor" },
    wanted: { ok: false, message: "this is not an action of the console" },
  },
  {
    name: "that is no object fails",
    body: [1],
    wanted: { ok: false, message: "this is not an action of the console" },
  },
])("an action that $name", async ({ body, wanted }) => {
  change("ADDED", "a");
  expect(await callConsole<ActionAnswer>(console, "/api/action", body)).toMatchObject(wanted);
});

test.each([
  ["no object", 5],
  ["fields of other types", { id: 1, yaml: [], path: "a", value: {} }],
  ["steps that are no strings", { id: "a", yaml: "items: []", path: [1, null] }],
] as const)("a body about a call with %s is answered", async (_name, body) => {
  expect(await callConsole(console, "/api/call?id=none")).toEqual({});
  expect(await callConsole(console, "/api/call/check", body)).toEqual({ problems: [], fields: [] });
  expect(await callConsole(console, "/api/call/again", body)).toMatchObject({ problems: [{ severity: "error" }] });
  expect(await callConsole(console, "/api/call/set", body)).toEqual({
    yaml: expect.any(String),
    problem: expect.any(String),
  });
});
