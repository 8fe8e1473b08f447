// What is shown about stored objects when a CRD changes: those that are not valid any more, the first ones by name.
import { join } from "node:path";
import { createClient, loadCredentials } from "@capstan/client";
import { resourceOf, type Diagnostic, type KubeObject } from "@capstan/kube";
import type { CustomResourceDefinition, JSONSchema } from "@capstan/kube/builtin";
import { startTestEnv } from "@capstan/testenv";
import { expect, onTestFinished, test } from "vitest";
import { emptyDescription } from "../../test/gate-project.ts";
import { TemporaryFolder } from "../../test/temporary-folder.ts";
import { openWatched } from "../generate/watch-projects.ts";
import { projectPlace } from "../project/foreign-project.ts";
import { watchFolders } from "../project/watch-folders.ts";
import { DevSession } from "./dev-session.ts";
import { StoredObjects } from "./stored-objects.ts";

interface Foo extends KubeObject<"example.com/v1", "Foo"> {
  readonly spec: { readonly size: number };
}
const Foo = resourceOf<Foo>("example.com/v1", "Foo");

function crd(size: JSONSchema, field: string = "size"): CustomResourceDefinition {
  const spec: JSONSchema = { type: "object", properties: { [field]: size } };
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "foos.example.com" },
    spec: {
      group: "example.com",
      names: { kind: "Foo", plural: "foos" },
      scope: "Namespaced",
      versions: [
        {
          name: "v1",
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: "object", properties: { spec } } },
        },
      ],
    },
  };
}

test("objects that a changed CRD makes invalid are counted, and the first are named", async () => {
  const env = await startTestEnv({ backend: "embedded", crds: [crd({ type: "integer" })] });
  const client = createClient(env.credentials);
  try {
    const stored = new StoredObjects(client);
    expect(await stored.problems([crd({ type: "integer" })])).toEqual([]);
    for (const size of [1, 11, 12, 13, 14, 15]) {
      const metadata = { namespace: "default", name: `foo-${size}` };
      await client.create(Foo, { apiVersion: "example.com/v1", kind: "Foo", metadata, spec: { size } });
    }
    expect(await stored.problems([crd({ type: "integer" })])).toEqual([]);
    const small = crd({ type: "integer", maximum: 10 });
    await env.applyCrds([small]);
    const problems = [11, 12, 13].map(
      (size) =>
        `default/foo-${size}: spec.size: Invalid value: ${size}: spec.size in body should be less than or equal to 10`,
    );
    expect(await stored.problems([small])).toEqual([
      {
        code: "dev/not-valid",
        severity: "warning",
        message: `Foo: 5 of 6 stored objects are not valid any more: ${problems.join("; ")}; and 2 more`,
        help: "change them, or delete them",
      },
    ]);
    expect(await stored.problems([small])).toHaveLength(1);
    const large = crd({ type: "integer", maximum: 100 });
    await env.applyCrds([large]);
    expect(await stored.problems([large])).toEqual([]);
    expect(await stored.problems([large])).toEqual([]);
  } finally {
    client.close();
    await env.stop();
  }
});

test("before a CRD is served, the fields that stored objects lose or get are counted and named", async () => {
  const integer: JSONSchema = { type: "integer" };
  const env = await startTestEnv({ backend: "embedded", crds: [crd(integer)] });
  const client = createClient(env.credentials);
  onTestFinished(async () => {
    client.close();
    await env.stop();
  });
  const stored = new StoredObjects(client);
  expect(await stored.changes([crd(integer)])).toEqual([]);
  await stored.problems([crd(integer)]);
  for (const name of ["a", "b", "c", "d"]) {
    const metadata = { namespace: "default", name };
    await client.create(Foo, { apiVersion: "example.com/v1", kind: "Foo", metadata, spec: { size: 1 } });
  }
  const metadata = { namespace: "default", name: "empty" };
  const empty = { apiVersion: "example.com/v1", kind: "Foo", metadata, spec: {} } as const;
  await client.create(resourceOf("example.com/v1", "Foo"), empty);
  expect(await stored.changes([crd(integer)])).toEqual([]);
  expect(await stored.changes([crd({ ...integer, default: 3 })])).toEqual([
    "Foo: defaults are set in 1 of 5 stored objects: spec.size; in default/empty",
  ]);
  const renamed = crd(integer, "width");
  expect(await stored.changes([renamed])).toEqual([
    "Foo: fields are lost in 4 of 5 stored objects: spec.size; in default/a, default/b, default/c and 1 more",
  ]);
  await env.applyCrds([renamed]);
  expect(await stored.problems([renamed])).toEqual([]);
  expect(await stored.changes([renamed])).toEqual([]);
});

test("objects that are not valid are looked at again when they change, until they are valid", async () => {
  const env = await startTestEnv({ backend: "embedded", crds: [crd({ type: "integer" })] });
  const client = createClient(env.credentials);
  const stored = new StoredObjects(client);
  const seen: (readonly string[])[] = [];
  const found = (problems: readonly Diagnostic[]): void => void seen.push(problems.map(({ message }) => message));
  const end = stored.follow({ changes: (listener) => env.changes(listener), found });
  onTestFinished(async () => {
    end();
    client.close();
    await env.stop();
  });
  await stored.problems([crd({ type: "integer" })]);
  for (const name of ["one", "two"])
    await client.create(Foo, {
      apiVersion: "example.com/v1",
      kind: "Foo",
      metadata: { namespace: "default", name },
      spec: { size: 11 },
    });
  const small = crd({ type: "integer", maximum: 10 });
  await env.applyCrds([small]);
  expect(await stored.problems([small])).toHaveLength(1);
  const repair = (name: string): Promise<Foo> =>
    client.patch(Foo, { namespace: "default", name }, { type: "merge", body: { spec: { size: 1 } } });
  await repair("one");
  await expect.poll(() => seen.at(-1)?.[0]).toContain("Foo: 1 of 2 stored objects are not valid any more: default/two");
  await repair("two");
  await expect.poll(() => seen.at(-1)).toEqual([]);
});

const described = { descriptions: [emptyDescription], isComplete: true } as const;

test("dev warns of them when it serves a changed CRD", async () => {
  const folder = new TemporaryFolder();
  const { root } = folder;
  const { signal } = new AbortController();
  const watch = watchFolders([], signal);
  const place = projectPlace(root, root);
  let printed = "";
  const out = (more: string): void => void (printed += more);
  const terminal = { cwd: root, env: {}, interactive: false, signal, out, err: out };
  const api = await openWatched(place, watch);
  const options = {
    place,
    members: [{ entry: "src/main.ts" }] as const,
    crds: join(root, "crds"),
    terminal,
    api,
    watch,
  };
  const session = new DevSession({ ...options, format: "pretty", once: true });
  onTestFinished(async () => {
    await session.stop();
    watch.close();
    folder[Symbol.dispose]();
  });
  folder.write({ "crds/foos.json": crd({ type: "integer" }) });
  await session.apply(described);
  const kubeconfig = join(root, ".capstan/dev/kubeconfig");
  const client = createClient(await loadCredentials({ kubeconfig }));
  onTestFinished(() => client.close());
  const metadata = { namespace: "default", name: "foo" };
  await client.create(Foo, { apiVersion: "example.com/v1", kind: "Foo", metadata, spec: { size: 11 } });
  folder.write({ "crds/foos.json": crd({ type: "integer", maximum: 10 }) });
  await session.apply(described);
  expect(printed).not.toContain("stored objects: ");
  expect(printed).toMatch(
    /^warning dev\/not-valid: Foo: 1 of 1 stored objects are not valid any more: default\/foo: /m,
  );
  expect(printed).toContain("\n  help: change them, or delete them\n");
  folder.write({ "crds/foos.json": crd({ type: "integer" }, "width") });
  await session.apply(described);
  expect(printed).toContain("\nFoo: fields are lost in 1 of 1 stored objects: spec.size; in default/foo\n");
});
