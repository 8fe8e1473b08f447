// A plan that uses every part: moves, removals, additions, forms, containers, elements. Shaped like provider-local's
// LocalCluster between an API for contract v1beta1 and one for v1beta2.
import * as fc from "fast-check";
import {
  boolPresence,
  conditions,
  dropEmpty,
  enumMap,
  mapToList,
  reference,
  seconds,
  type ConversionPlan,
} from "../src/codegen/v1/index.ts";

export const plan: ConversionPlan = {
  group: "infrastructure.cluster.x-k8s.io",
  kind: "LocalCluster",
  older: "v1alpha1",
  newer: "v1beta1",
  hub: "newer",
  rules: {
    fields: [
      { older: ["spec", "endpoint", "host"], newer: ["spec", "endpoint", "host"], as: dropEmpty("") },
      { older: ["spec", "endpoint", "port"], newer: ["spec", "endpoint", "port"], as: dropEmpty(0) },
      { older: ["spec", "zones"], newer: ["spec", "failureDomains"] },
      {
        older: ["spec", "backend"],
        newer: ["spec", "apiServer", "backend"],
        as: enumMap({ embedded: "Embedded", real: "Real" }),
        anchor: 1,
      },
      { older: ["spec", "lease"], newer: ["spec", "leaseSeconds"], as: seconds() },
      { older: ["spec", "identityRef"], newer: ["spec", "identityRef"], as: reference("v1beta1") },
      { newer: ["spec", "tier"], default: "Standard" },
      { newer: ["spec", "apiServer", "audit"], anchor: 1 },
      { older: ["status", "ready"], newer: ["status", "initialization", "provisioned"], as: boolPresence(), anchor: 1 },
      { older: ["status", "failureDomains"], newer: ["status", "failureDomains"], as: mapToList("name") },
      { older: ["status", "failureReason"] },
      { older: ["status", "conditions"], newer: ["status", "conditions"], as: conditions() },
    ],
    onlyIn: [
      { side: "newer", path: ["spec", "apiServer"] },
      { side: "newer", path: ["status", "initialization"] },
    ],
    notEmpty: [{ side: "newer", path: ["spec", "endpoint"] }],
    elements: [
      {
        path: ["spec", "disks"],
        form: "list",
        keys: ["name"],
        rules: { fields: [{ older: ["size"], newer: ["sizeGiB"] }, { newer: ["encrypted"] }] },
      },
      {
        path: ["spec", "pools"],
        form: "list",
        rules: { fields: [{ older: ["count"], newer: ["replicas"] }, { newer: ["zone"] }] },
      },
      {
        path: ["spec", "sites"],
        form: "map",
        rules: { fields: [{ older: ["cpu"], newer: ["cpus"] }, { newer: ["note"] }] },
      },
    ],
  },
};

/** Any of the fields, each there or not. */
function some(fields: Record<string, fc.Arbitrary<unknown>>, required: readonly string[] = []): fc.Arbitrary<object> {
  return fc.record(fields, { requiredKeys: [...required] });
}

const word = fc.constantFrom("a", "b", "c", "d");
const domain = { controlPlane: fc.boolean(), attributes: fc.dictionary(word, word) };
const status = fc.constantFrom("True", "False", "Unknown");
const time = fc.constantFrom("2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z");
const metadata = some({ annotations: fc.dictionary(word, word, { minKeys: 1 }), namespace: word }, ["namespace"]);

function object(version: string, spec: fc.Arbitrary<object>, observed: fc.Arbitrary<object>): fc.Arbitrary<object> {
  const identity = {
    apiVersion: fc.constant(`infrastructure.cluster.x-k8s.io/${version}`),
    kind: fc.constant("LocalCluster"),
  };
  return some({ ...identity, metadata, spec, status: observed }, ["apiVersion", "kind", "metadata"]);
}

/** Objects of the older version. */
export const older: fc.Arbitrary<object> = object(
  "v1alpha1",
  some({
    endpoint: some({ host: fc.constantFrom("", "h"), port: fc.constantFrom(0, 1) }, ["host", "port"]),
    zones: fc.array(word),
    backend: fc.constantFrom("embedded", "real"),
    lease: fc.constantFrom("40s", "1m", "1.5s", "1h0m0s"),
    identityRef: some({ apiVersion: fc.constantFrom("g.io/v1", "v1"), kind: word, name: word, uid: word }, [
      "kind",
      "name",
    ]),
    kept: word,
    disks: fc.uniqueArray(some({ name: word, size: fc.nat() }, ["name"]), {
      selector: (d) => (d as { name: string }).name,
    }),
    pools: fc.array(some({ count: fc.nat() }), { maxLength: 3 }),
    sites: fc.dictionary(word, some({ cpu: fc.nat() })),
  }),
  some({
    ready: fc.boolean(),
    failureDomains: fc.dictionary(word, some(domain)),
    failureReason: word,
    conditions: fc.uniqueArray(
      some(
        { type: word, status, severity: fc.constant("Error"), lastTransitionTime: time, reason: word, message: word },
        ["type", "status", "lastTransitionTime"],
      ),
      { selector: (c) => (c as { type: string }).type },
    ),
  }),
);

/** Objects of the newer version. */
export const newer: fc.Arbitrary<object> = object(
  "v1beta1",
  some({
    endpoint: some({ host: fc.constantFrom("", "h"), port: fc.constantFrom(0, 1) }).filter(
      (e) => Object.keys(e).length > 0,
    ),
    failureDomains: fc.array(word),
    apiServer: some({ backend: fc.constantFrom("Embedded", "Real"), audit: fc.boolean() }),
    leaseSeconds: fc.integer({ min: 0, max: 100_000 }),
    identityRef: some({ apiGroup: fc.constantFrom("g.io", ""), kind: word, name: word }, ["kind", "name"]),
    tier: fc.constantFrom("Standard", "Premium"),
    kept: word,
    disks: fc.uniqueArray(some({ name: word, sizeGiB: fc.nat(), encrypted: fc.boolean() }, ["name"]), {
      selector: (d) => (d as { name: string }).name,
    }),
    pools: fc.array(some({ replicas: fc.nat(), zone: word }), { maxLength: 3 }),
    sites: fc.dictionary(word, some({ cpus: fc.nat(), note: word })),
  }),
  some({
    initialization: some({ provisioned: fc.boolean() }),
    failureDomains: fc.uniqueArray(some({ name: word, ...domain }, ["name"]), {
      selector: (d) => (d as { name: string }).name,
    }),
    conditions: fc.uniqueArray(
      some(
        { type: word, status, lastTransitionTime: time, reason: word, message: word, observedGeneration: fc.nat() },
        ["type", "status", "lastTransitionTime", "reason", "message"],
      ),
      { selector: (c) => (c as { type: string }).type },
    ),
  }),
);
