// Rights that an account lacks are named with their rules, on the embedded server with a test that decides.
import { createClient } from "@capstan/client";
import { resourceOf } from "@capstan/kube";
import { Secret } from "@capstan/kube/builtin";
import { type LogFields, silentLogger } from "@capstan/process";
import { startTestEnv } from "@capstan/testenv";
import { expect, test } from "vitest";
import { controllerRights } from "./controller-rights.ts";
import { reportMissingRights } from "./report-rights.ts";

const Foo = resourceOf("example.com/v1", "Foo");
const { watchedRules } = controllerRights([
  {
    for: Foo,
    calls: [
      { resource: Foo, subresource: "status", verbs: ["patch"] },
      { resource: Secret, verbs: ["get"], names: ["token"] },
    ],
  },
]);

async function told(
  decide: (verb: string, resource: string, namespace: string) => boolean,
): Promise<readonly LogFields[]> {
  await using env = await startTestEnv({
    backend: "embedded",
    embedded: {
      decideAccess: ({ resourceAttributes: of = {} }) =>
        decide(
          of["verb"] ?? "",
          `${of["resource"] ?? ""}${of["subresource"] === undefined ? "" : "/status"}`,
          of["namespace"] ?? "",
        ),
    },
  });
  const client = createClient(env.credentials);
  const lines: LogFields[] = [];
  const log = {
    ...silentLogger,
    warn: (message: string, fields: LogFields = {}) => void lines.push({ message, ...fields }),
  };
  const needed = [{ rules: watchedRules, namespaces: ["a", "b"] }];
  await reportMissingRights(needed, { client, log, signal: new AbortController().signal });
  client.close();
  return lines;
}

test("an account with all rights is told nothing", async () => {
  expect(await told(() => true)).toEqual([]);
});

test("each right that is missing is one line with its rule", async () => {
  const lines = await told(
    (verb, resource, namespace) =>
      !(resource === "secrets" || resource === "foos/status" || verb === "watch") || namespace === "a",
  );
  const line = (verbs: string, resource: string, group: string, reason: string): LogFields => ({
    message: "A right is missing",
    code: "operator/rights-missing",
    error: `this account may not ${verbs} ${resource} of the group "${group}" in the namespace b: ${reason}`,
    help: `add a rule to its Role or ClusterRole: apiGroups: ["${group}"], resources: ["${resource}"], verbs: ["${verbs}"]`,
  });
  expect(lines).toEqual([
    line("get", "secrets", "", "it is needed for token"),
    line("watch", "foos", "example.com", "the API server says so"),
    line("patch", "foos/status", "example.com", "the API server says so"),
  ]);
});

test("a server that does not answer reviews is logged once, and ends nothing", async () => {
  const lines: string[] = [];
  const log = { ...silentLogger, warn: (message: string) => void lines.push(message) };
  const client = { request: () => Promise.reject(new Error("down")) };
  const needed = [{ rules: watchedRules, namespaces: [undefined] }];
  await reportMissingRights(needed, { client, log, signal: new AbortController().signal });
  expect(lines).toEqual(["Cannot ask the API server for the rights of this account"]);
});
