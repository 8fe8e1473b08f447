// One table, three readers: what tsc prints, what checkContract says and what `capstan explain` knows must be the same
// rules. The texts of the compile errors are the ones in testdata/errors, which three compilers are held to.
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { contractErrors, contractRules } from "../src/index.ts";
import { boundRules } from "../src/tables/bounds.ts";
import { hookRules } from "../src/tables/hook-rules.ts";
import { infraClusterFields } from "../src/tables/infra-cluster-fields.ts";
import { infraMachineFields } from "../src/tables/infra-machine-fields.ts";
import { kindRules } from "../src/tables/kind-rules.ts";
import type { ContractField } from "../src/types/contract-problem.ts";
import { compilers } from "./compile.ts";
import { expectedErrors } from "./expected-errors.ts";

const fields: readonly ContractField[] = [...infraClusterFields, ...infraMachineFields];
const definitions = [...Object.values(kindRules), ...Object.values(hookRules)];
const fieldTexts = fields.flatMap(({ rule, missing, wrong, required }) =>
  [missing, wrong, required].flatMap((text) => (text === undefined ? [] : [`${rule}: ${text.message}: ${text.mend}`])),
);
const tableTexts = [...fieldTexts, ...definitions.map(({ rule, message, mend }) => `${rule}: ${message}: ${mend}`)];

/** The `rule-id: what is wrong: the mend` in what the compilers print. */
const printed = compilers
  .flatMap((compiler) => expectedErrors(compiler, join(import.meta.dirname, "..", "testdata", "errors")))
  .flatMap(({ text }) =>
    Array.from(text.matchAll(/"((?:crd|template|hook|infracluster|inframachine)\/[^"]*)"/g), (match) => match[1] ?? ""),
  )
  .filter((text) => !text.endsWith("..."));

describe("compile errors", () => {
  it("print texts of the tables and nothing else", () => {
    expect(printed.length).toBeGreaterThan(20);
    expect(printed.filter((text) => !tableTexts.includes(text))).toEqual([]);
  });

  it("are shown for every rule that types can decide", () => {
    const shown = new Set(printed.map((text) => text.slice(0, text.indexOf(":"))));
    const decidable = new Set(tableTexts.map((text) => text.slice(0, text.indexOf(":"))));
    expect([...decidable].filter((rule) => !shown.has(rule)).toSorted()).toEqual([]);
  });
});

describe("every text of the tables", () => {
  it.each([...tableTexts, ...boundRules.map(({ rule, message, mend }) => `${rule}: ${message}: ${mend}`)])(
    "%s",
    (text) => {
      expect(text.length).toBeLessThanOrEqual(220);
      expect(text).toMatch(/^[a-z]+\/[a-z-]+: [^:].*: .*[^.]$/);
    },
  );
});

it.each(Object.entries({ ...contractRules, ...contractErrors }))(
  "%s has a page for explain",
  (_, { message, explain }) => {
    expect(explain.length).toBeGreaterThan(40);
    expect(message).not.toMatch(/\.$/);
  },
);
