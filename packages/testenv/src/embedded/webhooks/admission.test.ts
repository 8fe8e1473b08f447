// What admission webhooks are sent, in which order, and what their answers do to a write.
import type { AdmissionWebhook } from "@capstan/kube/builtin";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createState, placeOf } from "../../../test/server.ts";
import { startWebhook, type TestWebhook } from "../../../test/webhook.ts";
import type { ApiObject, ApiResource } from "../kinds/api-kind.ts";
import { systemContext, type WriteContext } from "../write/write-context.ts";
import { type Admissible, Admission } from "./admission.ts";

interface Review {
  readonly apiVersion: string;
  readonly kind: string;
  readonly request: { readonly uid: string; readonly object: ApiObject | null } & Readonly<Record<string, unknown>>;
}

let widgets: ApiResource;
let gadgets: ApiResource;
let hook: TestWebhook;
beforeAll(async () => {
  const state = await createState();
  widgets = placeOf(state, { resource: "example.com/v1/widgets", name: "" }).resource;
  gadgets = placeOf(state, { resource: "example.com/v1/gadgets", name: "" }).resource;
  hook = await startWebhook();
});
afterAll(() => hook.close());

/** The answer of a webhook by its name; without one it allows. */
let answers: Record<string, (review: Review) => object>;
let context: WriteContext;
beforeEach(() => {
  answers = {};
  context = systemContext();
  hook.seen.length = 0;
  hook.respond = ({ url = "", body }) => {
    const review = body as Review;
    const response = { uid: review.request.uid, allowed: true, ...answers[url.slice(1)]?.(review) };
    return { text: JSON.stringify({ response }) };
  };
});

const everything = { apiGroups: ["*"], apiVersions: ["*"], operations: ["*"], resources: ["*", "*/*"] };

function webhook(name: string, more: object = {}): AdmissionWebhook {
  return {
    name,
    clientConfig: { url: `${hook.url}/${name}`, caBundle: hook.caBundle },
    sideEffects: "None",
    admissionReviewVersions: ["v1"],
    rules: [everything],
    ...more,
  } as AdmissionWebhook;
}

function admission({ mutating = [], validating = [] }: Record<string, AdmissionWebhook[]>): Admission {
  return new Admission({
    mutatingWebhooks: () => mutating,
    validatingWebhooks: () => validating,
    namespace: (name) => ({ apiVersion: "v1", kind: "Namespace", metadata: { name, labels: { of: name } } }),
    services: new Map(),
  });
}

const widget = (spec: object = {}): ApiObject => ({
  apiVersion: "example.com/v1",
  kind: "Widget",
  metadata: { name: "a", namespace: "default" },
  spec,
});
const creation = (object = widget()): Admissible & { object: ApiObject } => ({
  resource: widgets,
  namespace: "default",
  operation: "CREATE",
  object,
  context,
});
const encoded = (operations: unknown): string => Buffer.from(JSON.stringify(operations)).toString("base64");
const patch = (...operations: object[]): object => ({ patchType: "JSONPatch", patch: encoded(operations) });
const add = (field: string, value: unknown = 1): object => patch({ op: "add", path: `/spec/${field}`, value });
const called = (): string[] => hook.seen.map(({ url = "" }) => url.slice(1));
const reviews = (): Review[] => hook.seen.map(({ body }) => body as Review);

describe("a review", () => {
  const uid = expect.stringMatching(/^[0-9a-f-]{36}$/);
  const kind = { group: "example.com", version: "v1", kind: "Widget" };
  const resource = { group: "example.com", version: "v1", resource: "widgets" };
  const userInfo = { username: "system:capstan-testenv", groups: ["system:masters", "system:authenticated"] };
  const request = { uid, kind, resource, requestKind: kind, requestResource: resource, name: "a", userInfo };
  const options = (of: string): object => ({ kind: of, apiVersion: "meta.k8s.io/v1" });

  async function sent(write: Partial<Admissible>, more: object = {}): Promise<unknown> {
    await admission({ validating: [webhook("v", more)] }).validate({ ...creation(), ...write });
    return reviews()[0];
  }

  test("of a creation", async () => {
    expect(await sent({})).toEqual({
      apiVersion: "admission.k8s.io/v1",
      kind: "AdmissionReview",
      request: {
        ...request,
        namespace: "default",
        operation: "CREATE",
        object: widget(),
        oldObject: null,
        dryRun: false,
        options: options("CreateOptions"),
      },
    });
  });

  test("of an update of the status, as a dry run of a ServiceAccount", async () => {
    const user = { username: "robot", uid: "1", groups: [] };
    const oldObject = widget({ size: 1 });
    const write = { operation: "UPDATE", subresource: "status", oldObject } as const;
    expect(await sent({ ...write, context: { ...context, user, dryRun: true } })).toMatchObject({
      request: {
        subResource: "status",
        requestSubResource: "status",
        userInfo: user,
        operation: "UPDATE",
        object: widget(),
        oldObject,
        dryRun: true,
        options: { ...options("UpdateOptions"), dryRun: ["All"] },
      },
    });
  });

  test("of a deletion of a cluster-scoped object", async () => {
    const oldObject = { ...widget(), kind: "Gadget", metadata: { name: "g" } };
    const write = { resource: gadgets, namespace: "", operation: "DELETE", object: undefined, oldObject } as const;
    const review = (await sent(write)) as Review;
    expect(review.request).toMatchObject({ name: "g", object: null, oldObject, options: options("DeleteOptions") });
    expect(Object.keys(review.request)).not.toContain("namespace");
    expect(Object.keys(review.request)).not.toContain("subResource");
  });

  test("of an object that has no name yet", async () => {
    expect(await sent({ object: { ...widget(), metadata: { generateName: "a-" } } })).toMatchObject({
      request: { name: "" },
    });
  });

  test.each([
    { versions: ["v1beta1", "v1"], want: "admission.k8s.io/v1" },
    { versions: ["v1beta1"], want: "admission.k8s.io/v1beta1" },
  ])("to a webhook of $versions is of $want", async ({ versions, want }) => {
    expect(await sent({}, { admissionReviewVersions: versions })).toMatchObject({ apiVersion: want });
  });

  test("is not sent for what a webhook does not match", async () => {
    const namespaceSelector = { matchLabels: { of: "other" } };
    expect(await sent({}, { namespaceSelector })).toBeUndefined();
    expect(await sent({ namespace: "other" }, { namespaceSelector })).toBeDefined();
  });
});

describe("mutating webhooks", () => {
  const mutate = (mutating: AdmissionWebhook[], object = widget()): Promise<ApiObject> =>
    admission({ mutating }).mutate(creation(object));

  test("without a patch leave the very object", async () => {
    const object = widget();
    answers["b"] = () => ({ patch: "", patchType: "JSONPatch" });
    expect(await mutate([webhook("a"), webhook("b"), webhook("c", { rules: [] })], object)).toBe(object);
    expect(called()).toEqual(["a", "b"]);
  });

  test("are called one after the other, each with the object of the one before", async () => {
    answers["a"] = () => add("one");
    answers["b"] = () => add("two");
    expect(await mutate([webhook("a"), webhook("b")])).toEqual(widget({ one: 1, two: 1 }));
    expect(reviews().map(({ request }) => request.object?.["spec"])).toEqual([{}, { one: 1 }]);
  });

  test.each([
    { policy: "IfNeeded", changedBy: "b", want: ["a", "b", "a"] },
    { policy: "IfNeeded", changedBy: "a", want: ["a", "b"] },
    { policy: "Never", changedBy: "b", want: ["a", "b"] },
  ] as const)("with reinvocationPolicy $policy, when $changedBy changes: $want", async (row) => {
    answers[row.changedBy] = () => add("one");
    const mutating = [webhook("a", { reinvocationPolicy: row.policy }), webhook("b")];
    expect(await mutate(mutating)).toEqual(widget({ one: 1 }));
    expect(called()).toEqual(row.want);
  });

  test("that are called again may change the object again", async () => {
    answers["a"] = ({ request }) => add("count", Object.keys(request.object?.["spec"] as object).length);
    answers["b"] = () => add("one");
    const mutating = [webhook("a", { reinvocationPolicy: "IfNeeded" }), webhook("b")];
    expect(await mutate(mutating)).toEqual(widget({ count: 2, one: 1 }));
  });

  test("of another version get and patch the object in it", async () => {
    const { kind, version } = widgets;
    const versions = [version, { ...version, name: "v2" }];
    const convert = (object: ApiObject, to: string): ApiObject => ({ ...object, apiVersion: `example.com/${to}` });
    const resource = { kind: { ...kind, versions, convert }, version };
    const inV2 = [webhook("a", { rules: [{ ...everything, apiVersions: ["v2"] }] })];
    answers["a"] = () => add("one");
    expect(await admission({ mutating: inV2 }).mutate({ ...creation(), resource })).toEqual(widget({ one: 1 }));
    expect(reviews()[0]).toMatchObject({
      request: {
        kind: { version: "v2" },
        requestKind: { version: "v1" },
        object: { ...widget(), apiVersion: "example.com/v2" },
      },
    });
  });

  test.each([
    {
      answer: patch({ op: "remove", path: "/spec/none" }),
      message: /^Internal error occurred: failed to apply the patch of webhook "a": .*none/,
    },
    {
      answer: { patch: encoded([]), patchType: "Other" },
      message: /failed to call webhook: expected response\.patchType="JSONPatch", got "Other"$/,
    },
    {
      answer: { patchType: "JSONPatch", patch: encoded({}) },
      message: /failed to call webhook: the patch is not a list of operations$/,
    },
    { answer: { uid: "x" }, message: /failed to call webhook: expected response\.uid="[0-9a-f-]{36}", got "x"$/ },
  ])("whose answer is $answer fail the write", async ({ answer, message }) => {
    answers["a"] = () => answer;
    await expect(mutate([webhook("a")])).rejects.toMatchObject({
      status: { code: 500, reason: "InternalError", message: expect.stringMatching(message) },
    });
  });
});

describe("validating webhooks", () => {
  const validate = (validating: AdmissionWebhook[]): Promise<void> => admission({ validating }).validate(creation());

  test("are all called, and may warn", async () => {
    answers["a"] = () => ({ warnings: ["one", 2] });
    answers["b"] = () => ({ warnings: "three" });
    await validate([webhook("a"), webhook("b")]);
    expect(called().toSorted()).toEqual(["a", "b"]);
    expect(context.warnings).toEqual(["one", "2"]);
  });

  test.each([
    { status: undefined, code: 400, because: " without explanation" },
    { status: "text", code: 400, because: " without explanation" },
    { status: { message: "", reason: "" }, code: 400, because: " without explanation" },
    { status: { message: "too small", reason: "Invalid", code: 422 }, code: 422, because: ": too small" },
    { status: { reason: "Forbidden", code: 200 }, code: 400, because: ": Forbidden" },
  ])("that deny with $status", async ({ status, code, because }) => {
    answers["b"] = () => ({ allowed: false, status, warnings: ["w"] });
    await expect(validate([webhook("a"), webhook("b")])).rejects.toMatchObject({
      status: {
        kind: "Status",
        apiVersion: "v1",
        metadata: {},
        status: "Failure",
        code,
        message: `admission webhook "b" denied the request${because}`,
      },
    });
    expect(context.warnings).toEqual(["w"]);
  });

  test.each([{ allowed: "true" }, { allowed: undefined }])("that answer $allowed deny", async ({ allowed }) => {
    answers["a"] = () => ({ allowed });
    await expect(validate([webhook("a")])).rejects.toThrow('admission webhook "a" denied the request');
  });

  test.each(["[]", "{}", '{"response":1}'])("whose body is %s fail the write", async (text) => {
    hook.respond = () => ({ text });
    await expect(validate([webhook("a")])).rejects.toThrow(
      'Internal error occurred: failed calling webhook "a": failed to call webhook: the body has no response',
    );
  });

  test.each([
    { policy: "Fail", fails: true },
    { policy: undefined, fails: true },
    { policy: "Ignore", fails: false },
  ] as const)(
    "that cannot be reached, with failurePolicy $policy, fail the write: $fails",
    async ({ policy, fails }) => {
      const none = {
        clientConfig: { url: "https://127.0.0.1:1" },
        ...(policy === undefined ? {} : { failurePolicy: policy }),
      };
      const end = await validate([webhook("a", none)]).then(
        () => undefined,
        ({ status }: { status: object }) => status,
      );
      const message =
        'Internal error occurred: failed calling webhook "a": failed to call webhook: Post "https://127.0.0.1:1": connect ECONNREFUSED 127.0.0.1:1';
      expect([end]).toMatchObject([fails ? { code: 500, reason: "InternalError", message } : undefined]);
    },
  );

  test("have as many seconds to answer as set", async () => {
    let release = (): void => undefined;
    hook.respond = () => new Promise((resolve) => (release = () => resolve({ text: "{}" })));
    await expect(validate([webhook("a", { timeoutSeconds: 0.05 })])).rejects.toThrow("context deadline exceeded");
    release();
  });

  test.each([
    { sideEffects: "None", allowed: true },
    { sideEffects: "NoneOnDryRun", allowed: true },
    { sideEffects: "Some", allowed: false },
    { sideEffects: "Unknown", allowed: false },
  ] as const)("with sideEffects $sideEffects are called in a dry run: $allowed", async ({ sideEffects, allowed }) => {
    const dryRun = { ...creation(), context: { ...context, dryRun: true } };
    const end = await admission({ validating: [webhook("a", { sideEffects })] })
      .validate(dryRun)
      .catch(({ status }: { status: object }) => status);
    const message = 'admission webhook "a" does not support dry run';
    expect([end]).toMatchObject([allowed ? undefined : { code: 400, reason: "BadRequest", message }]);
    expect(called()).toEqual(allowed ? ["a"] : []);
    await validate([webhook("a", { sideEffects })]);
  });

  test("have no conditions that are evaluated", async () => {
    const matchConditions = [{ name: "c", expression: "false" }];
    await validate([webhook("a", { matchConditions }), webhook("b", { matchConditions: [] })]);
    expect(context.warnings).toEqual(["matchConditions of webhook a are not evaluated by the embedded API server"]);
    expect(called().toSorted()).toEqual(["a", "b"]);
  });
});

test("a deletion is admitted by mutating webhooks, whose patches are ignored, then by validating ones", async () => {
  answers["m"] = () => add("one");
  const both = { mutating: [webhook("m")], validating: [webhook("v")] };
  const deletion = { ...creation(), operation: "DELETE", object: undefined, oldObject: widget() } as const;
  await admission(both).admitDeletion(deletion);
  expect(called()).toEqual(["m", "v"]);
  expect(reviews()[1]?.request).toMatchObject({ object: null, oldObject: widget() });
  answers["v"] = () => ({ allowed: false });
  await expect(admission(both).admitDeletion(deletion)).rejects.toThrow('admission webhook "v" denied the request');
});
