// The hooks of Cluster API's releases, compared by the same rules: the bodies that its two silent breaks of v1alpha1 touch are errors, and nothing else is. The
// documents are made by upstream's own code (tools/peers/hooks-openapi).
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { OpenApiDocument } from "../openapi/document.ts";
import { hookChanges, type HookChange } from "./hook-changes.ts";
import { hookSetOf } from "./hook-set.ts";

function changesBetween(before: string, after: string): readonly HookChange[] {
  const [was, is] = [before, after].map((version) => {
    const file = new URL(`../../../../tools/peers/hooks-openapi/documents/v${version}.json`, import.meta.url);
    return hookSetOf(JSON.parse(readFileSync(file, "utf8")) as OpenApiDocument);
  });
  return was === undefined || is === undefined ? [] : hookChanges(was, is);
}

/** The bodies with a change of this severity, each once. */
function bodiesWith(severity: HookChange["severity"], changes: readonly HookChange[]): string[] {
  const bodies = changes
    .filter((change) => change.severity === severity)
    .map(({ hook, side }) => `${hook.split("/").at(-1)} ${side}`);
  return [...new Set(bodies)].toSorted();
}

const lifecycle = [
  "afterclusterupgrade",
  "aftercontrolplaneinitialized",
  "aftercontrolplaneupgrade",
  "afterworkersupgrade",
  "beforeclustercreate",
  "beforeclusterdelete",
  "beforeclusterupgrade",
  "beforecontrolplaneupgrade",
  "beforeworkersupgrade",
];

describe.each([
  { before: "1.11", after: "1.12", errors: ["afterclusterupgrade response"] },
  {
    before: "1.12",
    after: "1.13",
    errors: [...lifecycle.map((hook) => `${hook} request`), "discovervariables response"].toSorted(),
  },
  { before: "1.13", after: "1.14", errors: [] },
])("from $before to $after", ({ before, after, errors }) => {
  const changes = changesBetween(before, after);
  test("exactly these bodies break", () => expect(bodiesWith("error", changes)).toEqual(errors));
});

test("what broke is named", () => {
  const named = (changes: readonly HookChange[]): string[] =>
    changes
      .filter(({ severity }) => severity === "error")
      .map(({ hook, path, problem }) => `${hook.split("/").at(-1)} ${path}: ${problem}`);
  expect(named(changesBetween("1.11", "1.12"))).toEqual([
    "afterclusterupgrade retryAfterSeconds: the required field is new",
  ]);
  expect(named(changesBetween("1.12", "1.13"))).toEqual(
    expect.arrayContaining([
      "beforeclustercreate cluster.spec.topology.class: the field is removed",
      "discovervariables variables[].metadata: the field is removed",
    ]),
  );
});
