// The catalog has every rule once, from the records and from what the records cannot say.
import { expect, test } from "vitest";
import { contractRules } from "../rules/contract-rules.ts";
import { ruleCatalog, rulesByKind } from "./rule-catalog.ts";

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

test.each(Object.entries(ruleCatalog))("%s is whole", (id, { demand, enforcedBy, reason = "" }) => {
  expect(id).toMatch(/^[a-z]+\/[a-z-]+$/);
  expect(demand).toMatch(/^[A-Za-z].{20,}\.$/);
  expect(reason).not.toMatch(/\.$/);
  expect(enforcedBy === "unchecked" && reason === "").toBe(false);
});
