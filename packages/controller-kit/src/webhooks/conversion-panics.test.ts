// Mistakes in converters, and in functions of generated ones, are counted as panics; errors that they throw on purpose are not.
import { type ConversionPlan, type Converter, converterOf } from "@capstan/api/codegen/v1";
import { startServer } from "@capstan/serve";
import { expect, test } from "vitest";
import { initProvider } from "../authoring/provider-kit.ts";
import { allRoutes } from "../run/provider-manager.ts";
import { silentLogger } from "@capstan/operator";

const group = "example.org";

const byHand: Converter = {
  group,
  kind: "Foo",
  hub: `${group}/v2`,
  versions: [`${group}/v2`, `${group}/v1`],
  convert(object) {
    if (JSON.stringify(object).includes("planned")) throw new Error("it has no size");
    throw new TypeError("no spec");
  },
};

const plan: ConversionPlan = {
  group,
  kind: "Bar",
  older: "v1",
  newer: "v2",
  hub: "newer",
  rules: {
    fields: [
      {
        older: ["spec", "zone"],
        newer: ["spec", "zone"],
        as: {
          toNewer(value) {
            if (value === "planned") throw new Error("there is no such zone");
            throw new TypeError("zone is no list");
          },
          toOlder: (value) => value,
        },
        shape: "string",
      },
    ],
  },
};

/** The paths of which panics were counted while an object was sent to one. */
async function panicsAt(
  path: string,
  { kind, name }: { readonly kind: string; readonly name: string },
): Promise<readonly string[]> {
  const panics: string[] = [];
  const context = {
    log: silentLogger,
    countProblem: () => undefined,
    countPanic: (of: string) => void panics.push(of),
  };
  const conversions = [byHand, converterOf(plan)];
  const provider = initProvider().provider({ name: "foo", type: "infrastructure", controllers: [], conversions });
  const routes = allRoutes(provider, { services: () => ({}), context });
  await using server = await startServer({ host: "127.0.0.1", port: 0, routes });
  const object = { apiVersion: `${group}/v1`, kind, metadata: { name, namespace: "n" }, spec: { zone: name } };
  const bodies: Readonly<Record<string, object>> = {
    "/convert": {
      apiVersion: "apiextensions.k8s.io/v1",
      kind: "ConversionReview",
      request: { uid: "7", desiredAPIVersion: `${group}/v2`, objects: [object] },
    },
    "/convertible": {
      apiVersion: "admission.k8s.io/v1",
      kind: "AdmissionReview",
      request: { uid: "7", operation: "CREATE", kind: { group, version: "v1", kind }, object, oldObject: null },
    },
  };
  const answer = await fetch(`${server.url}${path}`, { method: "POST", body: JSON.stringify(bodies[path]) });
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringMatching(/conversion\/(function-)?failed/)]);
  return panics;
}

test.each(
  ["/convert", "/convertible"].flatMap((path) => [
    { path, kind: "Foo", name: "mistaken", what: "a converter", panics: [path] },
    { path, kind: "Foo", name: "planned", what: "a converter", panics: [] },
    { path, kind: "Bar", name: "mistaken", what: "a function of a generated converter", panics: [path] },
    { path, kind: "Bar", name: "planned", what: "a function of a generated converter", panics: [] },
  ]),
)("at $path the error of $what that is $name counts panics of $panics", async ({ path, panics, ...object }) => {
  expect(await panicsAt(path, object)).toEqual(panics);
});
