// The catalog has every rule once, from the records and from what the records cannot say.
import { expect, test } from "vitest";
import { contractRules } from "../rules/contract-rules.ts";
import { ruleCatalog, rulesByKind, sharedRules } from "./rule-catalog.ts";

test("a rule of a record has the record's text, and is enforced by what checks it", () => {
  expect(ruleCatalog["inframachine/provider-id"]).toMatchObject({
    level: "must",
    demand: contractRules["inframachine/provider-id"].explain,
    enforcedBy: "type",
  });
  expect(ruleCatalog["infracluster/template-reuse"]).toMatchObject({ level: "info", enforcedBy: "generator" });
  expect(ruleCatalog["infracluster/template"]).toMatchObject({ enforcedBy: "generator" });
});

test("every rule of every record is in it", () => {
  const kinds = new Set(Object.keys(ruleCatalog).map((id) => id.split("/")[0]));
  const recorded = Object.keys(contractRules).filter((id) => kinds.has(id.split("/")[0]));
  expect(recorded.filter((id) => !Object.hasOwn(ruleCatalog, id))).toEqual([]);
});

test("kinds share rules with an InfraCluster; without a kit their controller follows those about behavior", () => {
  expect(ruleCatalog["inframachinepool/pausing"]).toBe(ruleCatalog["infracluster/pausing"]);
  expect(ruleCatalog["controlplane/crd"]).toBe(ruleCatalog["infracluster/crd"]);
  expect(ruleCatalog["controlplane/pausing"]).toEqual({
    level: "should",
    demand: ruleCatalog["infracluster/pausing"]?.demand,
    enforcedBy: "unchecked",
    reason: "there is no kit for a ControlPlane: only its own controller can follow or break it",
  });
  expect(Object.keys(rulesByKind.get("IPPool") ?? {})).not.toContain("ipam/pausing");
});

test("a kind of whose record the kit has no function is left to its author, in what it does", () => {
  const rulesOf = (kit: string, isReadByContract = true): Readonly<Record<string, object>> =>
    Object.fromEntries(sharedRules("Load balancer", { isReadByContract, workflow: { kit } }));
  expect(rulesOf("loadBalancer")["pausing"]).toBe(ruleCatalog["infracluster/pausing"]);
  expect(rulesOf("")["crd"]).toBe(ruleCatalog["infracluster/crd"]);
  expect(rulesOf("")["pausing"]).toEqual({
    level: "should",
    demand: ruleCatalog["infracluster/pausing"]?.demand,
    enforcedBy: "unchecked",
    reason: "there is no kit for a Load balancer: only its own controller can follow or break it",
  });
  const enforcers = Object.values(rulesByKind.get("ControlPlane") ?? {}).map(({ enforcedBy }) => enforcedBy);
  expect(enforcers.filter((one) => one === "kit" || one === "driven")).toEqual([]);
  expect(rulesOf("", false)).toEqual({});
});

/**
 * What upstream's documents demand of every kind that core reads: of its CRD, its release, and the passes of its controller. It is written
 * beside `sharedRuleNames` and not taken from it: a name that is missing there must fail here.
 */
const shared = `
  crd type-object-meta status-subresource crd-name list-kind version-stability core-rbac own-rbac flag-namespace flag-watch-filter
  clusterctl pausing paused-condition finalizer-first stop-on-error patch-on-exit delete-infra-first delete-without-owner idempotent
  status-rebuildable
`
  .trim()
  .split(/\s+/);

test.each(["inframachine", "inframachinepool", "bootstrapconfig", "controlplane"])("%s shares these rules", (area) => {
  const demands = shared.map((name) => [name, ruleCatalog[`${area}/${name}`]?.demand]);
  expect(demands).toEqual(shared.map((name) => [name, ruleCatalog[`infracluster/${name}`]?.demand]));
  expect(ruleCatalog).not.toHaveProperty([`${area}/externally-managed`]);
});

test.each([
  // Of a label, what generates the release; of a bound that is about no field, the generator; of a field, the compiler.
  ["inframachine/contract-label", "must", "bundle"],
  ["inframachinepool/terminal-failures", "info", "generator"],
  ["inframachine/provider-id", "must", "type"],
  ["inframachine/template", "must", "generator"],
  ["bootstrapconfig/template", "must", "generator"],
  ["infracluster/template", "should", "generator"],
  ["controlplane/template", "should", "generator"],
  // The compiler checks the types of these, and the generator that they are there.
  ["controlplane/replicas", "must", "generator"],
  ["controlplane/version", "must", "generator"],
  ["controlplane/machines", "must", "generator"],
  ["controlplane/taints", "should", "type"],
  ["inframachine/template-ssa-dry-run", "must", "kit"],
  ["inframachine/crd", "must", "generator"],
  ["controlplane/crd", "must", "generator"],
])("%s is a %s, enforced by the %s", (id, level, enforcedBy) => {
  expect(ruleCatalog[id]).toMatchObject({ level, enforcedBy });
});

test.each(Object.entries(ruleCatalog))("%s is whole", (id, { demand, enforcedBy, reason = "" }) => {
  expect(id).toMatch(/^[a-z]+\/[a-z-]+$/);
  expect(demand).toMatch(/^[A-Za-z].{20,}\.$/);
  expect(reason).not.toMatch(/\.$/);
  expect(enforcedBy === "unchecked" && reason === "").toBe(false);
});
