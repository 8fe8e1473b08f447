// YAML of the editor of the console with what a terminal would obey: problems name it in characters that can be read.
import { expect, test } from "vitest";
import { checkYaml } from "./check-yaml.ts";
import { Timeline } from "../dev/timeline/timeline.ts";

const definition = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "foos.a.io" },
  spec: {
    group: "a.io",
    names: { kind: "Foo", plural: "foos" },
    versions: [
      {
        name: "v1",
        served: true,
        schema: {
          openAPIV3Schema: {
            type: "object",
            properties: { spec: { type: "object", properties: { size: { type: "string", enum: ["s"] } } } },
          },
        },
      },
    ],
  },
};
const timeline = new Timeline();
timeline.add({
  time: 1,
  type: "ADDED",
  apiVersion: definition.apiVersion,
  kind: definition.kind,
  key: { namespace: "", name: "foos.a.io" },
  resourceVersion: "1",
  object: definition,
});

/** What would set the title of a terminal, and clear it, as YAML writes it. */
const obeyed = String.raw`\e]0;owned\a\e[2J`;
const foo = "apiVersion: a.io/v1\nkind: Foo\nmetadata: { name: a }\n";

/** The problems with their lines, of what is read. */
function problemsOf(yaml: string): string {
  const { problems } = checkYaml(yaml, timeline.now);
  return problems.map(({ line, message, help }) => `${line}: ${message} ${help}`).join("\n");
}

test.each([
  ["a value", `${foo}spec:\n  size: "${obeyed}"\n`, /^5: spec\.size: .*owned/],
  ["a field", `${foo}spec:\n  "${obeyed}": a\n`, /^4: .*owned.* is not a field of Foo/],
  ["a version", `apiVersion: "a.io/${obeyed}"\nkind: Foo\nmetadata: { name: a }\n`, /^1: Foo has no version .*owned/],
  ["a character that YAML does not allow", `${foo}spec:\n  size: \u001B]0;owned\u0007\n`, /^5: /],
])("%s", (_, yaml, want) => {
  const problems = problemsOf(yaml);
  expect(problems).toMatch(want);
  expect(Array.from("\u001B\u0007\u009B").filter((character) => problems.includes(character))).toEqual([]);
});
