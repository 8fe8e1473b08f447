// The names of generated constants and files.
import { expect, it } from "vitest";
import { camel, importPath, kebab } from "./names.ts";

it.each([
  ["LocalCluster", "localCluster", "local-cluster"],
  ["IPPool", "ipPool", "ip-pool"],
  ["AWSMachine", "awsMachine", "aws-machine"],
  ["Foo", "foo", "foo"],
  ["K8sConfig", "k8sConfig", "k8s-config"],
])("%s is %s in code and %s in files", (kind, code, file) => {
  expect([camel(kind), kebab(kind)]).toEqual([code, file]);
});

it.each([
  ["src/generated", "src/api/v1/foo.ts", "../api/v1/foo.ts"],
  ["src/generated", "src/generated/foo.ts", "./foo.ts"],
  ["generated", "foo.ts", "../foo.ts"],
])("from %s, %s is imported as %s", (folder, file, want) => {
  expect(importPath(folder, file)).toBe(want);
});
