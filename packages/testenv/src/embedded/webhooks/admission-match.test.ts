// Which webhooks match a request, and in which version they get it.
import type { AdmissionWebhook } from "@capstan/kube/builtin";
import { beforeAll, describe, expect, test } from "vitest";
import { createState, placeOf } from "../../../test/server.ts";
import type { ApiObject, ApiResource } from "../kinds/api-kind.ts";
import type { ServerState } from "../server-state.ts";
import { type AdmissionCall, matchingVersion } from "./admission-match.ts";

let state: ServerState;
beforeAll(async () => {
  state = await createState();
});

const everything = { apiGroups: ["*"], apiVersions: ["*"], operations: ["*"], resources: ["*"] } as const;

function webhook(rule: object, more: Partial<AdmissionWebhook> = {}): AdmissionWebhook {
  return {
    name: "w.example.com",
    clientConfig: { url: "https://127.0.0.1" },
    sideEffects: "None",
    admissionReviewVersions: ["v1"],
    rules: [{ ...everything, ...rule }],
    ...more,
  } as AdmissionWebhook;
}

const object: ApiObject = {
  apiVersion: "example.com/v1",
  kind: "Widget",
  metadata: { name: "a", labels: { tier: "front" } },
};
const namespace = (labels: Readonly<Record<string, string>>): ApiObject => ({
  apiVersion: "v1",
  kind: "Namespace",
  metadata: { name: "default", labels },
});

function request(more: Partial<AdmissionCall> = {}, resource = "example.com/v1/widgets"): AdmissionCall {
  const place = placeOf(state, { resource, name: "a" });
  return {
    resource: place.resource,
    namespace: place.namespace,
    subresource: "",
    operation: "CREATE",
    object,
    oldObject: undefined,
    ...more,
  };
}

describe("rules", () => {
  test.each([
    { rule: {}, want: "v1" },
    { rule: { operations: ["UPDATE"] }, want: undefined },
    { rule: { operations: ["UPDATE", "CREATE"] }, want: "v1" },
    { rule: { apiGroups: ["example.com"] }, want: "v1" },
    { rule: { apiGroups: [""] }, want: undefined },
    { rule: { apiVersions: ["v1"] }, want: "v1" },
    { rule: { apiVersions: ["v2"] }, want: undefined },
    { rule: { resources: ["widgets"] }, want: "v1" },
    { rule: { resources: ["gadgets", "widgets"] }, want: "v1" },
    { rule: { resources: ["gadgets"] }, want: undefined },
    { rule: { resources: ["widgets/status"] }, want: undefined },
    { rule: { resources: ["*/*"] }, want: "v1" },
    { rule: { scope: "Namespaced" }, want: "v1" },
    { rule: { scope: "Cluster" }, want: undefined },
    { rule: { scope: "*" }, want: "v1" },
  ])("$rule", ({ rule, want }) => expect(matchingVersion(webhook(rule), request(), undefined)).toBe(want));

  test.each([
    { resources: ["widgets"], want: undefined },
    { resources: ["*"], want: undefined },
    { resources: ["widgets/status"], want: "v1" },
    { resources: ["widgets/*"], want: "v1" },
    { resources: ["*/status"], want: "v1" },
  ])("the status subresource with $resources", ({ resources, want }) =>
    expect(matchingVersion(webhook({ resources }), request({ subresource: "status" }), undefined)).toBe(want),
  );

  test("a webhook without rules matches nothing", () => {
    expect(matchingVersion({ ...webhook({}), rules: [] }, request(), undefined)).toBeUndefined();
  });
});

describe("versions", () => {
  const versions = (): ApiResource => {
    const { kind, version } = placeOf(state, { resource: "example.com/v1/widgets", name: "a" }).resource;
    const more = [version, { ...version, name: "v2" }, { ...version, name: "v3", served: false }];
    return { kind: { ...kind, versions: more }, version };
  };
  test.each([
    { apiVersions: ["v2"], matchPolicy: "Equivalent", want: "v2" },
    { apiVersions: ["v2"], matchPolicy: "Exact", want: undefined },
    { apiVersions: ["v2", "v1"], matchPolicy: "Equivalent", want: "v1" },
    { apiVersions: ["v3"], matchPolicy: "Equivalent", want: undefined },
  ] as const)("$apiVersions with matchPolicy $matchPolicy", ({ apiVersions, matchPolicy, want }) => {
    expect(
      matchingVersion(webhook({ apiVersions }, { matchPolicy }), request({ resource: versions() }), undefined),
    ).toBe(want);
  });
});

describe("selectors", () => {
  const front = { matchLabels: { tier: "front" } };
  const back = { matchLabels: { tier: "back" } };
  const other = { ...object, metadata: { name: "a", labels: { tier: "back" } } };

  test.each([
    {
      title: "a namespace with the label",
      selectors: { namespaceSelector: front },
      labels: { tier: "front" },
      want: "v1",
    },
    { title: "a namespace without it", selectors: { namespaceSelector: front }, labels: {}, want: undefined },
    { title: "an object with the label", selectors: { objectSelector: front }, labels: {}, want: "v1" },
    { title: "an object without it", selectors: { objectSelector: back }, labels: {}, want: undefined },
  ])("$title", ({ selectors, labels, want }) =>
    expect(matchingVersion(webhook({}, selectors), request(), namespace(labels))).toBe(want),
  );

  test("the old object is enough for an object selector", () => {
    expect(matchingVersion(webhook({}, { objectSelector: back }), request({ oldObject: other }), undefined)).toBe("v1");
  });

  test("a namespace selector does not exclude cluster-scoped objects", () => {
    const cluster = request({}, "example.com/v1/gadgets");
    expect(matchingVersion(webhook({}, { namespaceSelector: front }), cluster, undefined)).toBe("v1");
  });

  test.each([
    { operation: "CREATE", want: "v1" },
    { operation: "DELETE", want: undefined },
  ] as const)("a Namespace is selected by its own labels: $operation", ({ operation, want }) => {
    const own = namespace(operation === "CREATE" ? { tier: "front" } : {});
    const objects = operation === "CREATE" ? { object: own } : { object: undefined, oldObject: own };
    const asked = request({ operation, ...objects }, "v1/namespaces");
    expect(matchingVersion(webhook({}, { namespaceSelector: front }), asked, undefined)).toBe(want);
  });
});
