// Variables of a container as those of a process.
import { expect, test } from "vitest";
import { containerEnvironment, expand } from "./environment.ts";

const values = {
  fields: { "metadata.namespace": "team", "status.podIP": "127.0.0.1" },
  secrets: { login: { user: "ann" } },
  configMaps: { settings: { color: "red", size: "2" } },
};

const environments = [
  { name: "a value", given: [{ name: "A", value: "1" }], want: { A: "1" } },
  { name: "an empty value", given: [{ name: "A" }], want: { A: "" } },
  {
    name: "an earlier variable",
    given: [
      { name: "A", value: "1" },
      { name: "B", value: "$(A)-$(C)" },
    ],
    want: { A: "1", B: "1-$(C)" },
  },
  {
    name: "a field",
    given: [{ name: "A", valueFrom: { fieldRef: { fieldPath: "metadata.namespace" } } }],
    want: { A: "team" },
  },
  {
    name: "a Secret's key",
    given: [{ name: "A", valueFrom: { secretKeyRef: { name: "login", key: "user" } } }],
    want: { A: "ann" },
  },
  {
    name: "an absent optional key",
    given: [{ name: "A", valueFrom: { secretKeyRef: { name: "login", key: "x", optional: true } } }],
    want: {},
  },
  {
    name: "a ConfigMap's key",
    given: [{ name: "A", valueFrom: { configMapKeyRef: { name: "settings", key: "color" } } }],
    want: { A: "red" },
  },
];
for (const { name, given, want } of environments) {
  test(`a variable from ${name}`, () => expect(containerEnvironment({ name: "c", env: given }, values)).toEqual(want));
}

test("all keys of a ConfigMap, with a prefix, come before single variables", () => {
  const container = {
    name: "c",
    envFrom: [{ prefix: "MY_", configMapRef: { name: "settings" } }],
    env: [{ name: "MY_size", value: "3" }],
  };
  expect(containerEnvironment(container, values)).toEqual({ MY_color: "red", MY_size: "3" });
});

const failures = [
  {
    given: { name: "A", valueFrom: { fieldRef: { fieldPath: "status.hostIP" } } },
    want: "the variable A is read from the Pod's field status.hostIP, which a local process does not have",
  },
  {
    given: { name: "A", valueFrom: { secretKeyRef: { name: "login", key: "password" } } },
    want: "the variable A is read from the key password of the Secret login, which does not exist",
  },
  {
    given: { name: "A", valueFrom: { secretKeyRef: { name: "constructor", key: "name" } } },
    want: "the variable A is read from the key name of the Secret constructor, which does not exist",
  },
  {
    given: { name: "A", valueFrom: { fieldRef: { fieldPath: "constructor" } } },
    want: "the variable A is read from the Pod's field constructor, which a local process does not have",
  },
];
for (const { given, want } of failures) {
  test(`fails: ${want}`, () => expect(() => containerEnvironment({ name: "c", env: [given] }, values)).toThrow(want));
}

const expansions = [
  { given: "plain", want: "plain" },
  { given: "$(A)/$(A)", want: "1/1" },
  { given: "$$(A)", want: "$(A)" },
  { given: "$(unknown) $A", want: "$(unknown) $A" },
  { given: "$(constructor) $(__proto__)", want: "$(constructor) $(__proto__)" },
];
for (const { given, want } of expansions) {
  test(`${given} expands to ${want}`, () => expect(expand(given, { A: "1" })).toBe(want));
}

test("a variable called __proto__ is one", () => {
  const env = containerEnvironment({ name: "c", env: [{ name: "__proto__", value: "x" }] }, values);
  expect(Object.entries(env)).toEqual([["__proto__", "x"]]);
});
