// Whether an entry of the list hides its own difference, and nothing beside it.
import { deepClone } from "@capstan/kube";
import { expect, test } from "vitest";
import { differencesOf } from "./differences.ts";
import { knownDifferences } from "./known-differences.ts";

/** What upstream has, what the declared conversion has, and a value that must still differ. */
interface Case {
  readonly name: string;
  readonly theirs: object;
  readonly ours: object;
}

const domains = (...list: readonly object[]): object => ({ status: { failureDomains: list } });
const kubeadm = (spec: object): object => ({ spec: { kubeadmConfigSpec: spec } });

test.each<Case>([
  {
    name: "controlPlane: false of a failure domain",
    theirs: domains({ name: "a", controlPlane: false }),
    ours: domains({ name: "a" }),
  },
  {
    name: "the order of failure domains",
    theirs: domains({ name: "a" }, { name: "b" }),
    ours: domains({ name: "b" }, { name: "a" }),
  },
  {
    name: "counts of nothing",
    theirs: { status: { replicas: 0, deprecated: { v1beta1: { readyReplicas: 0 } } } },
    ours: {},
  },
  {
    name: "the order of arguments, and a name that stands twice",
    theirs: kubeadm({ clusterConfiguration: { scheduler: { extraArgs: [{ name: "a", value: "2" }] } } }),
    ours: kubeadm({
      clusterConfiguration: {
        scheduler: {
          extraArgs: [
            { name: "a", value: "1" },
            { name: "a", value: "2" },
          ],
        },
      },
    }),
  },
  {
    name: "flags of volumes and files that stand twice",
    theirs: kubeadm({
      files: [
        { path: "/a", append: true },
        { path: "/a", append: true },
      ],
    }),
    ours: kubeadm({ files: [{ path: "/a", append: true }, { path: "/a" }] }),
  },
  {
    name: "timeouts in a configuration that v1beta1 dropped",
    theirs: kubeadm({ joinConfiguration: { timeouts: { discoverySeconds: 1 } } }),
    ours: kubeadm({}),
  },
])("$name", ({ name, theirs, ours }) => {
  const entry = knownDifferences.find((one) => one.name === name);
  const [a, b] = [theirs, ours].map((object, index) => ({ ...deepClone(object), other: index }));
  if (entry === undefined || a === undefined || b === undefined) throw new Error(`there is no entry ${name}`);
  entry.hide(a);
  entry.hide(b);
  expect(differencesOf(a, b)).toEqual([{ path: ["other"], was: 0, is: 1 }]);
});

test.each([
  ["another value of a flag", domains({ name: "a", controlPlane: true }), domains({ name: "a" })],
  ["a lost failure domain", domains({ name: "a" }, { name: "b" }), domains({ name: "a" })],
  ["a lost count", { status: { replicas: 1 } }, {}],
  [
    "a lost flag of a file that stands once",
    kubeadm({ files: [{ path: "/a", append: true }] }),
    kubeadm({ files: [{ path: "/a" }] }),
  ],
])("%s is never hidden", (_, theirs, ours) => {
  const [a, b] = [{ ...deepClone(theirs) }, { ...deepClone(ours) }];
  for (const { hide } of knownDifferences) for (const object of [a, b]) hide(object);
  expect(differencesOf(a, b)).not.toEqual([]);
});
