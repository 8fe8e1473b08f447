// The changes of an API server that dev follows by watches: what exists first, then each change with the object before it, also of kinds that are added later.
import { createClient } from "@capstan/client";
import { resourceOf, type UnstructuredObject } from "@capstan/kube";
import { ConfigMap, type CustomResourceDefinition } from "@capstan/kube/builtin";
import { startTestEnv } from "@capstan/testenv";
import { expect, onTestFinished, test, vi } from "vitest";
import { RealChanges } from "./real-changes.ts";

const foos: CustomResourceDefinition = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "foos.example.com" },
  spec: {
    group: "example.com",
    scope: "Namespaced",
    names: { kind: "Foo", plural: "foos", singular: "foo", listKind: "FooList" },
    versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object" } } }],
  },
};
const Foo = resourceOf<UnstructuredObject>("example.com/v1", "Foo");

test("objects that exist come first, then each change with the object before it", async () => {
  const env = await startTestEnv({ backend: "embedded" });
  const client = createClient(env.credentials);
  const notes: string[] = [];
  const changes = new RealChanges(env.credentials, (line) => notes.push(line));
  onTestFinished(async () => {
    await changes.stop();
    client.close();
    await env.stop();
  });
  const metadata = { name: "one", namespace: "default" };
  await client.create(ConfigMap, { apiVersion: "v1", kind: "ConfigMap", metadata, data: { a: "1" } });
  await env.applyCrds([foos]);
  changes.follow([foos, foos]);
  await client.create(Foo, { apiVersion: "example.com/v1", kind: "Foo", metadata });
  const seen: string[] = [];
  const wanted = ["ADDED ConfigMap", "ADDED Foo"];
  await vi.waitFor(() => {
    const listed: string[] = [];
    changes.listen(({ type, kind, key }) => key.name === "one" && listed.push(`${type} ${kind}`))();
    expect(listed.toSorted()).toEqual(wanted);
  });
  const end = changes.listen(({ type, kind, key, previous }) => {
    if (key.name === "one") seen.push(`${type} ${kind} ${previous?.kind}`);
  });
  await client.delete(Foo, metadata);
  await client.patch(ConfigMap, metadata, { type: "merge", body: { data: { a: "2" } } });
  await vi.waitFor(() => expect(seen).toHaveLength(4));
  end();
  expect(seen.slice(2).toSorted()).toEqual(["DELETED Foo Foo", "MODIFIED ConfigMap ConfigMap"]);
  expect(notes).toEqual([]);
});
