// What is remembered of templates that webhooks keep as they are, and when that is forgotten.
import type { KubeObject } from "@capstan/kube";
import { expect, test } from "vitest";
import { AcceptedTemplates } from "./accepted-templates.ts";

function template(name: string, uid: string, size: number): KubeObject & { readonly spec: object } {
  return {
    apiVersion: "infrastructure.cluster.x-k8s.io/v1beta2",
    kind: "DevMachineTemplate",
    metadata: { namespace: "default", name, uid },
    spec: { template: { spec: { size } } },
  };
}

test("a template that was deleted is forgotten, and one that is stored counts as it was read first", async () => {
  const templates = new AcceptedTemplates(10);
  const stored = new Map<string, KubeObject>();
  const find = async ({ metadata }: KubeObject): Promise<KubeObject | undefined> => stored.get(metadata.name ?? "");
  const kept = template("kept", "kept", 1);
  stored.set("kept", kept);
  templates.accept(kept);
  for (let count = 0; count < 1000; count += 1) {
    // Each is deleted, and created again with the same name.
    const next = template("again", `${count}`, count);
    stored.set("again", next);
    expect(templates.accept(next)).toEqual({ template: next });
    await templates.forgetDeleted(find);
    expect(templates.size).toBeLessThanOrEqual(10);
  }
  const { template: accepted, rejection } = templates.accept(template("kept", "kept", 2));
  expect(accepted).toMatchObject({ spec: { template: { spec: { size: 1 } } } });
  expect(rejection).toContain('"kept" is invalid');
});
