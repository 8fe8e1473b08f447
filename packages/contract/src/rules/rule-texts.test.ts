// The messages of all rules: what a compiler or a check prints in a line, and what `capstan explain` says of it.
import { describe, expect, it } from "vitest";
import { contractErrors } from "../contract-errors.ts";
import {
  boundsOfKind,
  type ContractKind,
  contractKinds,
  fieldsOfKind,
  kindContracts,
} from "../contracts/kind-contracts.ts";
import { contractRules } from "./contract-rules.ts";
import { hookRules, kindRules } from "./kind-rules.ts";

const definitions = [...Object.values(kindRules), ...Object.values(hookRules)].map(
  ({ rule, message, help }) => `${rule}: ${message}: ${help}`,
);
const messagesOf = (kind: ContractKind): string[] => {
  const { rules } = kindContracts[kind];
  const ofFields = fieldsOfKind(kind).flatMap(({ rule, missing, wrong, required }) =>
    [missing, wrong, required].flatMap((line) =>
      line === undefined ? [] : [`${rules}/${rule}: ${line.message}: ${line.help}`],
    ),
  );
  return [...ofFields, ...boundsOfKind(kind).map(({ rule, message, help }) => `${rules}/${rule}: ${message}: ${help}`)];
};

describe("every message of the tables", () => {
  it.each([...definitions, ...contractKinds.flatMap(messagesOf)])("%s", (line) => {
    expect(line.length).toBeLessThanOrEqual(220);
    expect(line).toMatch(/^[a-z]+\/[a-z-]+: [^:].*: .*[^.]$/);
  });
});

describe("every id", () => {
  it.each(Object.entries({ ...contractRules, ...contractErrors }))(
    "%s has a message, what to do about it, and a page for explain",
    (_, { severity, message, help, explain }) => {
      expect(severity).toMatch(/^(?:error|warning|info)$/);
      expect(message).toMatch(/^.{10,}[^.]$/);
      expect(help).toMatch(/^.{10,}[^.]$/);
      expect(explain).toMatch(/^[A-Z`].{38,}\.$/);
    },
  );

  it.each([...definitions, ...contractKinds.flatMap(messagesOf)])("of %s is explained", (line) => {
    expect(Object.keys(contractRules)).toContain(line.slice(0, line.indexOf(":")));
  });
});

it("a definition's message is the same wherever it is printed", () => {
  for (const { rule, message, help } of [...Object.values(kindRules), ...Object.values(hookRules)])
    expect(contractRules[rule]).toMatchObject({ severity: "error", message, help });
});

it.each([
  ["infracluster", "Cluster"],
  ["inframachine", "Machine"],
  ["inframachinepool", "MachinePool"],
  ["bootstrapconfig", "Config"],
  ["controlplane", "ControlPlane"],
] as const)("%s: the convention names the end of the kind's name", (area, suffix) => {
  expect(contractRules[`${area}/kind-convention`]).toMatchObject({
    message: `the name of the kind does not end in ${suffix}`,
    help: `name it for example Foo${suffix}`,
  });
});

it.each<[ContractKind, readonly string[]]>([
  ["InfraCluster", ["template: warning", "template-reuse: info"]],
  ["InfraMachine", ["template: warning", "autoscale-from-zero: warning"]],
  ["InfraMachinePool", ["terminal-failures: warning", "template: warning"]],
  ["BootstrapConfig", ["template: warning"]],
  ["ControlPlane", ["template: warning"]],
  ["IPPool", []],
])("of %s, core accepts an object that breaks these rules, and no other", (kind, want) => {
  const area = `${kindContracts[kind].rules}/`;
  const accepted = Object.entries(contractRules)
    .filter(([id, { severity }]) => id.startsWith(area) && severity !== "error")
    .map(([id, { severity }]) => `${id.slice(area.length)}: ${severity}`);
  expect(accepted).toEqual(want);
});
