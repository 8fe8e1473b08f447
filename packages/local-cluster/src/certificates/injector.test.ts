// Authorities put into CRDs and webhook configurations.
import type { AdmissionWebhook, CustomResourceDefinition } from "@capstan/kube/builtin";
import { expect, test } from "vitest";
import { crdPatch, webhooksPatch } from "./injector.ts";

const service = { namespace: "team", name: "web" };
const definition = (conversion?: CustomResourceDefinition["spec"]["conversion"]): CustomResourceDefinition => ({
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "widgets.example.test" },
  spec: {
    group: "example.test",
    names: { kind: "Widget", plural: "widgets" },
    scope: "Namespaced",
    versions: [],
    ...(conversion === undefined ? {} : { conversion }),
  },
});
const webhook = (caBundle?: string): CustomResourceDefinition["spec"]["conversion"] => ({
  strategy: "Webhook",
  webhook: {
    clientConfig: { service, ...(caBundle === undefined ? {} : { caBundle }) },
    conversionReviewVersions: ["v1"],
  },
});
const injected = { spec: { conversion: { webhook: { clientConfig: { caBundle: "NEW" } } } } };

const definitions = [
  { name: "no conversion", given: definition(), want: undefined },
  { name: "no webhook", given: definition({ strategy: "None" }), want: undefined },
  { name: "no authority", given: definition(webhook()), want: injected },
  { name: "another authority", given: definition(webhook("OLD")), want: injected },
  { name: "the authority", given: definition(webhook("NEW")), want: undefined },
];
for (const { name, given, want } of definitions) {
  test(`a definition with ${name}`, () => expect(crdPatch(given, "NEW")).toEqual(want));
}

const admission = (name: string, caBundle?: string): AdmissionWebhook => ({
  name,
  clientConfig: { service, ...(caBundle === undefined ? {} : { caBundle }) },
  sideEffects: "None",
  admissionReviewVersions: ["v1"],
});
const configurations = [
  { name: "no webhooks", given: {}, want: undefined },
  { name: "all authorities there", given: { webhooks: [admission("a", "NEW")] }, want: undefined },
  {
    name: "one authority missing",
    given: { webhooks: [admission("a", "NEW"), admission("b")] },
    want: { webhooks: [admission("a", "NEW"), admission("b", "NEW")] },
  },
];
for (const { name, given, want } of configurations) {
  test(`a configuration with ${name}`, () => expect(webhooksPatch(given, "NEW")).toEqual(want));
}
