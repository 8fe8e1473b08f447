// A record says of each field who reads it. One that nobody reads does not compile.
import { expect, it } from "vitest";
import type { ContractField } from "./kind-contract.ts";

const parts = {
  name: "color",
  rule: "color",
  contracts: ["v1beta2"],
  path: "status.color",
  shape: "string",
  wrong: { message: "status.color is not a string", help: "type it `string`" },
} as const;

it("a field has a reader", () => {
  // @ts-expect-error: nothing reads it
  const unread: ContractField = { ...parts, writer: "provider" };
  // @ts-expect-error: the provider reads its own field, and nobody else does
  const own: ContractField = { ...parts, writer: "provider", readBy: "provider" };
  // @ts-expect-error: core reads what core writes
  const ofCore: ContractField = { ...parts, writer: "core", readBy: "core" };
  const copied: ContractField = { ...parts, writer: "provider", into: "status.color" };
  const shown: ContractField = { ...parts, writer: "provider", readBy: "users" };
  const wanted: ContractField = { ...parts, writer: "core", readBy: "provider" };
  expect([unread, own, ofCore, copied, shown, wanted]).toHaveLength(6);
});
