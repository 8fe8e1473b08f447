// Which writes are rejected because a version could not be read after them, with the generated rules' own limits.
import { type Converter, converterOf, type ConversionPlan } from "@capstan/contract/codegen/v1";
import { conversionBudget } from "@capstan/contract/codegen/v1";
import type { KubeObject } from "@capstan/kube";
import { type RunningServer, startServer } from "@capstan/serve";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { conversionRoute, type ConversionProblem } from "./conversion-webhook.ts";
import { convertibleRoute } from "./convertible.ts";
import { convertiblePath } from "./described-conversions.ts";

const group = "example.org";

/** `note` and `status.note` are fields of the hub v2 alone, `old` is one of v1 that the hub keeps; elements of `items` have a rule. */
const withNote: ConversionPlan = {
  group,
  kind: "Foo",
  older: "v1",
  newer: "v2",
  hub: "newer",
  rules: {
    fields: [
      { newer: ["spec", "note"], shape: "string" },
      { newer: ["status", "note"], shape: "string" },
      { older: ["spec", "old"], keep: true, shape: "string" },
      {
        newer: ["spec", "taints"],
        shape: { list: { fields: { key: "string", effect: "string" } } },
      },
    ],
    elements: [
      {
        path: ["spec", "items"],
        form: "list",
        rules: { fields: [{ older: ["a"], newer: ["b"] }] },
      },
    ],
  },
  defaults: {
    newer: { fields: { spec: { fields: { taints: { list: { fields: { effect: { default: "NoSchedule" } } } } } } } },
  },
};
/** `zone` is a field of the hub and v0. One value cannot be converted to v0, another one not back. */
const withZone: ConversionPlan = {
  group,
  kind: "Foo",
  older: "v0",
  newer: "v2",
  hub: "newer",
  rules: {
    fields: [
      {
        older: ["spec", "zone"],
        newer: ["spec", "zone"],
        as: {
          toNewer(value) {
            if (value === "hot") throw new Error("no hub that is hot");
            return value;
          },
          toOlder(value) {
            if (value === "moon") throw new Error("no v0 on the moon");
            return value === "venus" ? "hot" : value;
          },
        },
      },
    ],
  },
};
const foo: Converter = converterOf(withNote, withZone);

const problems: ConversionProblem[] = [];
afterEach(() => void problems.splice(0));
let server: RunningServer;
beforeAll(async () => {
  const routes = [
    convertibleRoute([foo], { report: (problem) => void problems.push(problem) }),
    conversionRoute([foo]),
  ];
  server = await startServer({ host: "127.0.0.1", port: 0, routes });
});
afterAll(() => server.close());

const { annotationBytes: limit } = conversionBudget;
/** What is left for controllers. */
const reserve = limit / 16;

interface Parts {
  readonly annotation?: number;
  readonly note?: number;
  readonly statusNote?: number;
  readonly [name: string]: unknown;
}

function object(
  version: string,
  { annotation = 0, note = 0, statusNote = 0, metadata = {}, ...spec }: Parts & { readonly metadata?: object } = {},
): object {
  const annotations = annotation === 0 ? {} : { annotations: { a: "x".repeat(annotation - 1) } };
  return {
    apiVersion: `${group}/${version}`,
    kind: "Foo",
    metadata: { namespace: "n", name: "a", ...annotations, ...metadata },
    spec: { ...spec, ...(note === 0 ? {} : { note: "y".repeat(note) }) },
    status: statusNote === 0 ? {} : { note: "z".repeat(statusNote) },
  };
}

interface Response {
  readonly uid: string;
  readonly allowed: boolean;
  readonly status?: { readonly code: number; readonly reason: string; readonly message: string };
}

async function post(path: string, body: unknown): Promise<{ status: number; body: { response: Response } }> {
  const response = await fetch(`${server.url}${path}`, {
    method: "POST",
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as { response: Response } };
}

async function admit(next: unknown, old: unknown = null, subResource?: string): Promise<Response> {
  const request = {
    uid: "7",
    kind: { group, version: String(next && (next as KubeObject).apiVersion).split("/")[1], kind: "Foo" },
    operation: old === null ? "CREATE" : "UPDATE",
    ...(subResource === undefined ? {} : { subResource }),
    userInfo: { username: "object" },
    object: next,
    oldObject: old,
  };
  const review = { kind: "AdmissionReview", apiVersion: "admission.k8s.io/v1", request };
  const { status, body } = await post(convertiblePath, review);
  expect(status).toBe(200);
  return body.response;
}

/** What the conversion webhook answers about an object that is stored as it is. */
async function readIn(version: string, stored: object): Promise<KubeObject | string> {
  const request = { uid: "1", desiredAPIVersion: `${group}/${version}`, objects: [stored] };
  const { body } = await post("/convert", { kind: "ConversionReview", apiVersion: "apiextensions.k8s.io/v1", request });
  // The webhook's own answer.
  const { result, convertedObjects } = body.response as unknown as {
    result: { status: string; message?: string };
    convertedObjects: KubeObject[];
  };
  return convertedObjects[0] ?? result.message ?? "";
}

const allowed = { uid: "7", allowed: true };

test("what every version can be converted to is allowed", async () => {
  expect(await admit(object("v2", { note: 1000, items: [{ b: 1 }], zone: "a" }))).toEqual(allowed);
  expect(await admit(object("v1", { items: [{ a: 1 }], old: "x" }))).toEqual(allowed);
  expect(await admit(object("v0", { zone: "a" }), object("v0"))).toEqual(allowed);
  expect(await admit(null, object("v2"))).toEqual(allowed);
  expect(problems).toEqual([]);
});

test("a field that does not fit beside the annotations is rejected with code, object, version, path, size, limit and help", async () => {
  expect(await admit(object("v2", { annotation: 200_000, note: 62_200 }))).toEqual({
    uid: "7",
    allowed: false,
    status: {
      status: "Failure",
      reason: "Invalid",
      code: 422,
      message:
        "conversion/data-too-large: Foo/n/a could fail the lists of example.org/v1: spec.note does not exist in the other version and grows the annotations to 262252 bytes; at most 245760 are allowed; remove annotations of the object, or make spec.note smaller in the hub's version; authors limit its length in the type (@maxLength, @maxItems)",
    },
  });
  expect(problems).toEqual([
    { code: "conversion/data-too-large", message: expect.any(String), object: "Foo/n/a", times: 1 },
  ]);
});

test("annotations leave room for what controllers write, which fits then", async () => {
  const full = { annotation: limit - reserve };
  expect((await admit(object("v2", { annotation: limit - reserve + 1 }))).status?.message).toMatch(
    /^conversion\/annotations-too-large: .* metadata.annotations has 245761 bytes; at most 245760 leave room/,
  );
  expect(await admit(object("v2", full))).toEqual(allowed);
  const statusNote = reserve - 400;
  const next = object("v2", { ...full, statusNote });
  expect(await admit(next, object("v2", full), "status")).toEqual(allowed);
  expect(await readIn("v1", next)).toMatchObject({ apiVersion: "example.org/v1" });
  const over = object("v2", { ...full, statusNote: reserve });
  expect((await admit(over, object("v2", full), "status")).status?.message).toMatch(/data-too-large.*status\.note/);
  expect(await readIn("v1", over)).toMatch(/^conversion\/data-too-large: Foo\/n\/a: status\.note/);
});

test("defaults that the API server sets in restored values count, too", async () => {
  const kept = (taints: readonly object[]): object => ({
    annotations: { "cluster.x-k8s.io/conversion-data": JSON.stringify({ spec: { taints } }) },
  });
  const taints = Array.from({ length: 8000 }, (_, i) => ({ key: String(i) }));
  const message = async (count: number): Promise<string> =>
    (await admit(object("v1", { metadata: kept(taints.slice(0, count)) }))).status?.message ?? "";
  expect(await message(8000)).toMatch(/^conversion\/data-too-large: .* spec\.taints .* at most 245760 are allowed/);
  // They fit, but not with what is left for controllers.
  expect(await message(7000)).toMatch(/^conversion\/data-too-large: .* spec\.taints .* at most 245760 are allowed/);
  expect(await message(6000)).toBe("");
  const whole = taints.slice(0, 4000).map((taint) => ({ ...taint, effect: "NoSchedule" }));
  expect(await admit(object("v1", { metadata: kept(whole) }))).toEqual(allowed);
});

test("nothing of an object beyond 8 MiB is looked at, whatever it was before", async () => {
  const large = object("v1", { long: "x".repeat(8 * 1024 * 1024) });
  expect((await admit(large, large)).status?.message).toBe(
    "conversion/object-too-large: Foo/n/a: an object of the review has more than 8388608 bytes",
  );
  expect(await admit(object("v1"), large)).toEqual(allowed);
});

test("what the hub keeps for another version counts, too", async () => {
  const older = object("v1", { annotation: 200_000, old: "x".repeat(62_100) });
  expect((await admit(older)).status?.message).toMatch(/could fail the lists of example.org\/v2: spec.old does not/);
});

test("an object in one of three versions is tried in all of them, and back", async () => {
  expect((await admit(object("v1", { zone: "moon" }))).status?.message).toBe(
    "conversion/failed: Foo/n/a could fail the lists of example.org/v0: the conversion failed: no v0 on the moon; correct the converter; of a generated one, report it",
  );
  expect((await admit(object("v2", { zone: "venus" }))).status?.message).toBe(
    "conversion/failed: Foo/n/a could fail the lists of example.org/v0: the conversion failed: no hub that is hot; correct the converter; of a generated one, report it",
  );
  expect(await admit(object("v1", { zone: "mars" }))).toEqual(allowed);
});

test("the limits of conversion reviews hold: values, levels, and elements times rules", async () => {
  const message = async (spec: Parts): Promise<string> => (await admit(object("v2", spec))).status?.message ?? "";
  expect(await message({ list: Array.from({ length: 380_000 }, () => 1) })).toMatch(
    /^serve\/json-too-many-values: Foo\/n\/a /,
  );
  const deep = JSON.parse(`${'{"a":'.repeat(600)}1${"}".repeat(600)}`) as object;
  expect(await message({ deep })).toMatch(/^serve\/json-too-deep: Foo\/n\/a /);
  expect(await message({ items: Array.from({ length: 180_000 }, () => ({})) })).toBe(
    "conversion/too-many-steps: Foo/n/a could fail the lists of example.org/v1: the conversion takes 1260011 steps, most of them for spec.items; at most 140625 are allowed; make spec.items shorter; authors limit its length in the type (@maxItems, @maxProperties)",
  );
});

test("an object that a version does not have already can be changed, as long as no other version loses it", async () => {
  const bad = { annotation: 200_000, note: 70_000 };
  const old = object("v2", { ...bad, metadata: { finalizers: ["a/b"], deletionTimestamp: "2026-01-01T00:00:00Z" } });
  const released = object("v2", { ...bad, metadata: { deletionTimestamp: "2026-01-01T00:00:00Z" } });
  expect(await readIn("v1", old)).toMatch(/^conversion\/data-too-large: /);
  expect(await admit(released, old)).toEqual(allowed);
  expect(await admit(object("v2", { ...bad, statusNote: 10 }), old, "status")).toEqual(allowed);
  expect((await admit(object("v2", { ...bad, zone: "moon" }), old)).status?.message).toContain("example.org/v0");
  expect(await admit(object("v2", { note: 70_000 }), old)).toEqual(allowed);
  expect(problems).toHaveLength(1);
});

test("being deleted is no way around", async () => {
  const metadata = { deletionTimestamp: "2026-01-01T00:00:00Z" };
  const next = object("v2", { metadata, annotation: 200_000, note: 70_000 });
  expect((await admit(next, object("v2", { metadata }))).allowed).toBe(false);
});

test("an object in the reserve cannot leave it", async () => {
  const old = object("v2", { annotation: limit - reserve - 200, statusNote: 5000 });
  expect(await admit(object("v2", { annotation: limit - reserve, statusNote: 5000 }), old)).toEqual(allowed);
  expect((await admit(object("v2", { annotation: limit, statusNote: 5000 }), old)).allowed).toBe(false);
});

test("what conversions keep cannot be changed by writes of the object, in any version; it is reported", async () => {
  const kept = (data: object): { readonly metadata: object } => ({
    metadata: { annotations: { "cluster.x-k8s.io/conversion-data": JSON.stringify(data) } },
  });
  const old = object("v1", kept({ spec: { note: "a" }, status: { note: "b" } }));
  const next = object("v1", kept({ spec: { note: "a" }, status: { note: "forged" } }));
  expect(await admit(old, old)).toEqual(allowed);
  expect((await admit(next, old)).status?.message).toBe(
    "conversion/status-changed: Foo/n/a: the annotation cluster.x-k8s.io/conversion-data has another value of status.note than before, and a write of the object never changes its status; send the annotation as it was read; a merge patch or an apply without the annotation leaves it as it is",
  );
  expect(problems.splice(0)).toEqual([
    { code: "conversion/status-changed", message: expect.any(String), object: "Foo/n/a", times: 1 },
  ]);
  expect((await admit(object("v2", kept({ spec: { note: "b" } })), object("v2"))).status?.message).toMatch(
    /^conversion\/data-changed: .* spec\.note /,
  );
  expect((await admit(next)).status?.message).toMatch(/^conversion\/status-created: .* status\.note/);
  // The API server takes the annotation from the stored object.
  expect(await admit(next, old, "status")).toEqual(allowed);
});

test("what is kept for a version cannot make the annotation unreadable, and so remove the status that is kept beside it", async () => {
  const forged = (version: string): object => {
    const data = `{"keptFor":{"${version}":{"spec":{"old":[${Array(10_001).fill("1e17").join()}]}}}}`;
    return object("v2", { metadata: { annotations: { "cluster.x-k8s.io/conversion-data": data } }, statusNote: 3 });
  };
  // The way to v0 carries on what is kept for v1.
  expect((await admit(forged("v1"))).status?.message).toMatch(
    /^conversion\/data-too-complex: Foo\/n\/a could fail the lists of example.org\/v0: spec\.old does not exist/,
  );
  expect(await admit(forged("v7"))).toEqual(allowed);
  const read = await readIn("v1", forged("v7"));
  expect(read).toMatchObject({
    metadata: { annotations: { "cluster.x-k8s.io/conversion-data": '{"status":{"note":"zzz"}}' } },
  });
  expect(await readIn("v2", read as KubeObject)).toMatchObject({ status: { note: "zzz" } });
});

test("managed fields and long numbers are passed on, and large old objects do not count with new ones", async () => {
  const fields = `${'{"f:a":'.repeat(9000)}{}${"}".repeat(9000)}`;
  const list = `[${"1,".repeat(300_000)}9007199254740993]`;
  const json = `{"apiVersion":"example.org/v2","kind":"Foo","metadata":{"managedFields":[{"fieldsV1":${fields}}],"name":"a"},"spec":{"list":${list}}}`;
  const request = `{"uid":"7","kind":{"group":"example.org","kind":"Foo"},"oldObject":${json},"object": ${json} ,"operation":"UPDATE"}`;
  const { body } = await post(convertiblePath, `{"kind":"AdmissionReview","request":${request}}`);
  expect(body.response).toEqual(allowed);
});

test.each([
  "null",
  "1",
  "{}",
  '{"kind":"AdmissionReview"}',
  '{"kind":"AdmissionReview","request":null}',
  '{"kind":"AdmissionReview","request":{"object":{}}}',
  '{"kind":"AdmissionReview","request":{"kind":{"group":"example.org","kind":"Bar"},"object":{}}}',
  '{"kind":"AdmissionReview","request":{"kind":{"group":{"toString":1},"kind":"Foo"},"object":{}}}',
  `{"kind":"AdmissionReview","request":{"kind":{"group":"example.org","kind":"Foo"},"a":"${"x".repeat(1_100_000)}"}}`,
])("a body that no API server sends is rejected (%#)", async (body) => {
  expect((await post(convertiblePath, body)).status).toBe(400);
});
