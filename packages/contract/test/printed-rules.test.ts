// One table, three readers: what tsc prints, what checkContract says and what `capstan explain` knows must be the same
// rules. The compile errors are those in testdata/errors, which three compilers must print.
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { contractRules } from "../src/rules/contract-rules.ts";
import { type ContractKind, contractKinds, fieldsOfKind, kindContracts } from "../src/contracts/kind-contracts.ts";
import { type ContractField, contractVersions } from "../src/contracts/kind-contract.ts";
import { plainConditions } from "../src/contracts/shared-fields.ts";
import { hookRules, kindRules } from "../src/rules/kind-rules.ts";
import { allCompilers } from "./compile.ts";
import { expectedErrors } from "./expected-errors.ts";

const definitions = [...Object.values(kindRules), ...Object.values(hookRules)];
const fieldTexts = contractKinds.flatMap((kind) => [
  ...conventionTexts(kind),
  ...[...fieldsOfKind(kind), ...onlyOfOne(kind)].flatMap(({ rule, missing, wrong, required }) =>
    [missing, wrong, required].flatMap((text) =>
      text === undefined ? [] : [`${kindContracts[kind].rules}/${rule}: ${text.message}: ${text.help}`],
    ),
  ),
]);
/** What is checked of versions that follow one contract only. */
function onlyOfOne(kind: ContractKind): readonly ContractField[] {
  return kindContracts[kind].fields.includes("conditions") ? [plainConditions] : [];
}
function conventionTexts(kind: ContractKind): readonly string[] {
  const { rules, suffix, isReadByContract } = kindContracts[kind];
  const text = `${rules}/kind-convention: the kind of the ${kind} does not end in ${suffix}: name it for example Foo${suffix}`;
  const unknown = `${rules}/contract-label: there is no contract of this name: name one or more of ${contractVersions.join(", ")}`;
  return suffix === "" ? [] : isReadByContract ? [text, unknown] : [text];
}
const tableTexts = [...fieldTexts, ...definitions.map(({ rule, message, help }) => `${rule}: ${message}: ${help}`)];

const areas = new Set(Object.keys(contractRules).map((id) => id.split("/")[0]));
const ruleText = new RegExp(`"((?:${[...areas].join("|")})/[^"]*)"`, "g");

/** The `rule-id: what is wrong: what to do` in what the compilers print. */
const printed = allCompilers
  .flatMap((compiler) => expectedErrors(compiler, join(import.meta.dirname, "..", "testdata")))
  .flatMap(({ text }) => Array.from(text.matchAll(ruleText), (match) => match[1] ?? ""))
  .filter((text) => !text.endsWith("..."));

describe("compile errors", () => {
  it("print messages of the tables and nothing else", () => {
    expect(printed.length).toBeGreaterThan(20);
    expect(printed.filter((text) => !tableTexts.includes(text))).toEqual([]);
  });

  it("are shown for every rule that types can decide", () => {
    const shown = new Set(printed.map((text) => text.slice(0, text.indexOf(":"))));
    const decidable = new Set(tableTexts.map((text) => text.slice(0, text.indexOf(":"))));
    expect([...decidable].filter((rule) => !shown.has(rule)).toSorted()).toEqual([]);
  });
});
