// Hard pairs of numbers: at the ends of what a duration, a quantity and a width hold.
import type { HardPair } from "./pair-table.ts";

/** The pairs. */
export const numberPairs: readonly HardPair[] = [
  {
    name: "a duration that becomes seconds of 64 bits, more than a duration holds",
    older: "spec?: { timeout?: Duration }",
    newer: "spec?: { timeoutSeconds?: Int64 }",
    rules: `older: { "spec.timeout": { to: "spec.timeoutSeconds", as: "seconds" } }`,
    want: "proved",
  },
  {
    name: "a required duration that becomes required seconds of any width",
    older: "spec: { timeout: Duration }",
    newer: "spec: { timeout: Int }",
    rules: `older: { "spec.timeout": { as: "seconds" } }`,
    want: "proved",
  },
  {
    name: "a required duration of an older hub that becomes required seconds of 64 bits",
    older: "spec: { timeout: Duration }",
    newer: "spec: { timeoutSeconds: Int64 }",
    rules: `hub: "older", older: { "spec.timeout": { to: "spec.timeoutSeconds", as: "seconds", loses: "inexact" } }`,
    want: "proved",
  },
  {
    name: "a duration that functions write as Go does not read it",
    older: "spec?: { timeout?: Duration }",
    newer: "spec?: { timeoutSeconds?: Int64 }",
    rules: `older: { "spec.timeout": { to: "spec.timeoutSeconds", as: {
      forward: (value: Duration) => Math.trunc(Number.parseFloat(value)) as Int64,
      back: (value: Int64): Duration => value + "s" }, loses: () => true } }`,
    want: { fails: "in a field of type Duration, which no Go client can read" },
  },
  {
    name: "a count of 64 bits that becomes a quantity of a unit, more than a quantity holds",
    older: "spec?: { memoryMiB?: Int64 }",
    newer: "spec?: { memory?: Quantity }",
    rules: `older: { "spec.memoryMiB": { to: "spec.memory", as: { quantity: "Mi" } } }`,
    want: "proved",
  },
  {
    name: "a quantity of an older hub that becomes a count of 64 bits",
    older: "spec?: { memory?: Quantity }",
    newer: "spec?: { memoryMiB?: Int64 }",
    rules: `hub: "older", older: { "spec.memory": { to: "spec.memoryMiB", as: { quantity: "Mi" } } }`,
    want: "proved",
  },
  {
    name: "a quantity of an older hub that becomes a count of the largest unit",
    older: "spec?: { memory?: Quantity }",
    newer: "spec?: { count?: Int }",
    rules: `hub: "older", older: { "spec.memory": { to: "spec.count", as: { quantity: "Ei" } } }`,
    want: "proved",
  },
  {
    name: "a count of 64 bits that becomes a quantity, as if it did not come back",
    older: "spec?: { memoryMiB?: Int64 }",
    newer: "spec?: { memory?: Quantity }",
    rules: `older: { "spec.memoryMiB": { to: "spec.memory", as: { quantity: "Mi" }, loses: "inexact" } }`,
    want: "conversion/wrong-form",
  },
];
