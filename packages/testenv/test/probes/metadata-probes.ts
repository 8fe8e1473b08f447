// Probes of what every object has: identity, names, versions, and the errors about them.
import { merge, type Probe, type Step, metadataOf } from "./probe.ts";

const path = "/api/v1/namespaces/{ns}/configmaps";
const configMap = (metadata: object, more: object = {}): object => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata,
  ...more,
});

const secret = (more: object): object => ({ apiVersion: "v1", kind: "Secret", metadata: { name: "s" }, ...more });

function rejectedSecret(fields: object, problem: string): Step {
  const message = `Secret in version "v1" cannot be handled as a Secret: ${problem}`;
  return {
    method: "POST",
    path: "/api/v1/namespaces/{ns}/secrets",
    body: secret(fields),
    want: { status: 400, body: { message } },
  };
}

export const metadataProbes: readonly Probe[] = [
  {
    name: "created objects get an identity",
    steps: [
      {
        method: "POST",
        path,
        body: configMap({ name: "a", uid: "mine", generation: 7, creationTimestamp: "2001-01-01T00:00:00Z" }),
        want: {
          status: 201,
          body: { metadata: { name: "a", namespace: "{ns}", generation: 7 } },
          without: ["metadata.selfLink"],
        },
      },
      { method: "GET", path: `${path}/a`, want: { status: 200, body: { apiVersion: "v1", kind: "ConfigMap" } } },
      {
        method: "POST",
        path,
        body: configMap({ name: "a" }),
        want: {
          status: 409,
          body: {
            kind: "Status",
            status: "Failure",
            reason: "AlreadyExists",
            message: 'configmaps "a" already exists',
            details: { name: "a", kind: "configmaps" },
            code: 409,
          },
        },
      },
    ],
  },
  {
    name: "names are generated",
    steps: [
      {
        method: "POST",
        path,
        body: configMap({ generateName: "gen-" }),
        want: { status: 201, body: { metadata: { generateName: "gen-" } } },
      },
      {
        method: "POST",
        path,
        body: configMap({}),
        want: {
          status: 422,
          body: {
            reason: "Invalid",
            message: 'ConfigMap "" is invalid: metadata.name: Required value: name or generateName is required',
          },
        },
      },
    ],
  },
  {
    name: "names are checked",
    steps: [
      {
        method: "POST",
        path,
        body: configMap({ name: "Bad_Name" }),
        want: {
          status: 422,
          body: {
            reason: "Invalid",
            message:
              "ConfigMap \"Bad_Name\" is invalid: metadata.name: Invalid value: \"Bad_Name\": a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
            details: {
              name: "Bad_Name",
              kind: "ConfigMap",
              causes: [{ reason: "FieldValueInvalid", field: "metadata.name" }],
            },
          },
        },
      },
    ],
  },
  {
    name: "labels are checked",
    steps: [
      {
        method: "POST",
        path,
        body: configMap({ name: "a", labels: { ok: "yes", "bad key": "x" } }),
        want: {
          status: 422,
          body: {
            message:
              "ConfigMap \"a\" is invalid: metadata.labels: Invalid value: \"bad key\": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
          },
        },
      },
    ],
  },
  {
    name: "the body must fit the URL",
    steps: [
      {
        method: "POST",
        path,
        body: configMap({ name: "a", namespace: "other" }),
        want: {
          status: 400,
          body: {
            reason: "BadRequest",
            message: "the namespace of the provided object does not match the namespace sent on the request",
          },
        },
      },
      { method: "POST", path, raw: "{", want: { status: 400, body: { reason: "BadRequest" } } },
      { method: "POST", path, body: configMap({ name: "a" }), want: { status: 201 } },
      {
        method: "PUT",
        path: `${path}/a`,
        body: configMap({ name: "b" }),
        want: { status: 400, body: { message: "the name of the object (b) does not match the name on the URL (a)" } },
      },
    ],
  },
  {
    name: "a version cannot be chosen",
    steps: [
      {
        method: "POST",
        path,
        body: configMap({ name: "a", resourceVersion: "5" }),
        want: { status: 500, body: { message: "resourceVersion should not be set on objects to be created" } },
      },
    ],
  },
  {
    name: "a stale write is rejected",
    steps: [
      { method: "POST", path, body: configMap({ name: "a" }), want: { status: 201 } },
      { method: "PATCH", path: `${path}/a`, headers: merge, body: { data: { x: "1" } }, want: { status: 200 } },
      {
        method: "PUT",
        path: `${path}/a`,
        body: (seen) =>
          configMap({
            name: "a",
            resourceVersion: metadataOf(seen[0]).resourceVersion,
          }),
        want: {
          status: 409,
          body: {
            reason: "Conflict",
            message:
              'Operation cannot be fulfilled on configmaps "a": the object has been modified; please apply your changes to the latest version and try again',
            details: { name: "a", kind: "configmaps" },
          },
        },
      },
      {
        method: "PATCH",
        path: `${path}/a`,
        headers: merge,
        body: (seen) => ({
          metadata: {
            resourceVersion: metadataOf(seen[0]).resourceVersion,
          },
        }),
        want: { status: 409, body: { reason: "Conflict" } },
      },
    ],
  },
  {
    name: "a write that changes nothing keeps the version",
    steps: [
      { method: "POST", path, body: configMap({ name: "a" }, { data: { x: "1" } }), want: { status: 201 } },
      { method: "PATCH", path: `${path}/a`, headers: merge, body: { data: { x: "1" } }, want: { status: 200 } },
      {
        method: "GET",
        path: (seen) =>
          `${path}?fieldSelector=metadata.name=a&resourceVersion=${metadataOf(seen.at(-1)).resourceVersion}`,
        want: { status: 200 },
      },
      {
        method: "PUT",
        path: `${path}/a`,
        body: (seen) =>
          configMap({ name: "a", resourceVersion: metadataOf(seen[0]).resourceVersion }, { data: { x: "2" } }),
        want: { status: 200 },
      },
    ],
  },
  {
    name: "unknown things are not found",
    steps: [
      {
        method: "GET",
        path: `${path}/none`,
        want: {
          status: 404,
          body: {
            reason: "NotFound",
            message: 'configmaps "none" not found',
            details: { name: "none", kind: "configmaps" },
            code: 404,
          },
        },
      },
      { method: "GET", path: "/api/v1/nonsense", want: { status: 404 } },
      {
        method: "POST",
        path: "/api/v1/namespaces/{ns}-none/configmaps",
        body: configMap({ name: "a" }),
        want: {
          status: 404,
          body: { message: 'namespaces "{ns}-none" not found', details: { name: "{ns}-none", kind: "namespaces" } },
        },
      },
    ],
  },
  {
    name: "a dry run stores nothing",
    steps: [
      {
        method: "POST",
        path: `${path}?dryRun=All`,
        body: configMap({ generateName: "x" }),
        want: { status: 201, without: ["metadata.resourceVersion"] },
      },
      { method: "GET", path, want: { status: 200, body: { items: [] } } },
    ],
  },
  {
    name: "secrets accept plain strings",
    steps: [
      {
        method: "POST",
        path: "/api/v1/namespaces/{ns}/secrets",
        body: { apiVersion: "v1", kind: "Secret", metadata: { name: "s" }, stringData: { a: "hello" } },
        want: { status: 201, body: { type: "Opaque", data: { a: "aGVsbG8=" } }, without: ["stringData"] },
      },
    ],
  },
  {
    name: "secrets hold base64 and strings",
    steps: [
      rejectedSecret({ data: { a: "!!NOTB64" } }, "illegal base64 data at input byte 0"),
      rejectedSecret({ data: { a: "aGVsbG8=YQ==" } }, "illegal base64 data at input byte 8"),
      rejectedSecret(
        { data: { a: 1 } },
        "json: cannot unmarshal number into Go struct field Secret.data of type []uint8",
      ),
      rejectedSecret(
        { stringData: { a: 12_345_678 } },
        "json: cannot unmarshal number into Go struct field Secret.stringData of type string",
      ),
      {
        method: "POST",
        path: "/api/v1/namespaces/{ns}/secrets",
        body: secret({ data: { a: "aGVs\nbG8=", b: "aGV=", c: null, d: [1] }, stringData: { e: null } }),
        want: { status: 201, body: { data: { a: "aGVsbG8=", b: "aGU=", c: "", d: "AQ==", e: "" } } },
      },
    ],
  },
  {
    name: "immutable data stays",
    steps: [
      {
        method: "POST",
        path,
        body: configMap({ name: "a" }, { immutable: true, data: { x: "1" } }),
        want: { status: 201 },
      },
      {
        method: "PATCH",
        path: `${path}/a`,
        headers: merge,
        body: { data: { x: "2" } },
        want: {
          status: 422,
          body: { message: 'ConfigMap "a" is invalid: data: Forbidden: field is immutable when `immutable` is set' },
        },
      },
    ],
  },
];
