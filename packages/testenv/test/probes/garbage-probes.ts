// Probes of owner garbage collection, which a real control plane has only with a controller manager.
import { type Answer, metadataOf, type Probe, type Step } from "./probe.ts";

const path = "/api/v1/namespaces/{ns}/configmaps";
const create = (name: string): Step => ({
  method: "POST",
  path,
  body: { apiVersion: "v1", kind: "ConfigMap", metadata: { name } },
  want: { status: 201 },
});

/** Creates an object owned by those of earlier steps. */
function owned(
  name: string,
  owners: readonly { readonly name: string; readonly step: number }[],
  more: object = {},
): Step {
  const references = (seen: readonly Answer[]): object[] =>
    owners.map((owner) => ({
      apiVersion: "v1",
      kind: "ConfigMap",
      name: owner.name,
      uid: metadataOf(seen[owner.step]).uid,
      blockOwnerDeletion: true,
    }));
  return {
    method: "POST",
    path,
    body: (seen: readonly Answer[]) => ({
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: { name, ownerReferences: references(seen), ...more },
    }),
    want: { status: 201 },
  };
}

export const garbageProbes: readonly Probe[] = [
  {
    name: "dependents go with their owner",
    steps: [
      create("owner"),
      owned("child", [{ name: "owner", step: 0 }]),
      owned("grandchild", [{ name: "child", step: 1 }]),
      { method: "DELETE", path: `${path}/owner`, want: { status: 200 } },
      { method: "GET", path: `${path}/child`, want: { status: 404 }, eventually: true },
      { method: "GET", path: `${path}/grandchild`, want: { status: 404 }, eventually: true },
    ],
  },
  {
    name: "dependents stay as long as one owner does",
    steps: [
      create("one"),
      create("two"),
      owned("child", [
        { name: "one", step: 0 },
        { name: "two", step: 1 },
      ]),
      { method: "DELETE", path: `${path}/one`, want: { status: 200 } },
      {
        method: "GET",
        path: `${path}/child`,
        want: { status: 200, body: { metadata: { ownerReferences: [{ name: "two" }] } } },
        eventually: true,
      },
    ],
  },
  {
    name: "an owner in the foreground waits for its dependents",
    steps: [
      create("owner"),
      owned("child", [{ name: "owner", step: 0 }], { finalizers: ["probe.test/hold"] }),
      {
        method: "DELETE",
        path: `${path}/owner?propagationPolicy=Foreground`,
        want: { status: 200, body: { metadata: { finalizers: ["foregroundDeletion"] } } },
      },
      {
        method: "GET",
        path: `${path}/child`,
        want: { status: 200, body: { metadata: { deletionGracePeriodSeconds: 0 } } },
        eventually: true,
      },
      { method: "GET", path: `${path}/owner`, want: { status: 200 } },
      {
        method: "PATCH",
        path: `${path}/child`,
        headers: { "content-type": "application/merge-patch+json" },
        body: { metadata: { finalizers: null } },
        want: { status: 200 },
      },
      { method: "GET", path: `${path}/owner`, want: { status: 404 }, eventually: true },
    ],
  },
  {
    name: "an owner in the foreground leaves dependents that another owner keeps",
    steps: [
      create("one"),
      create("two"),
      owned("child", [
        { name: "one", step: 0 },
        { name: "two", step: 1 },
      ]),
      { method: "DELETE", path: `${path}/one?propagationPolicy=Foreground`, want: { status: 200 } },
      { method: "GET", path: `${path}/one`, want: { status: 404 }, eventually: true },
      {
        method: "GET",
        path: `${path}/child`,
        want: {
          status: 200,
          body: { metadata: { ownerReferences: [{ name: "two" }] } },
          without: ["metadata.deletionTimestamp"],
        },
      },
    ],
  },
  {
    name: "orphans live",
    steps: [
      create("owner"),
      owned("child", [{ name: "owner", step: 0 }]),
      { method: "DELETE", path: `${path}/owner?propagationPolicy=Orphan`, want: { status: 200 } },
      { method: "GET", path: `${path}/owner`, want: { status: 404 }, eventually: true },
      { method: "GET", path: `${path}/child`, want: { status: 200 } },
    ],
  },
  {
    name: "an owner that never was takes its dependents along",
    steps: [
      {
        method: "POST",
        path,
        body: {
          apiVersion: "v1",
          kind: "ConfigMap",
          metadata: {
            name: "child",
            ownerReferences: [
              { apiVersion: "v1", kind: "ConfigMap", name: "none", uid: "00000000-0000-0000-0000-000000000000" },
            ],
          },
        },
        want: { status: 201 },
      },
      { method: "GET", path: `${path}/child`, want: { status: 404 }, eventually: true },
    ],
  },
];
