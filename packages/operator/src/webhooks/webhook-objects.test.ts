// What is applied with an operator so that an API server calls its webhooks.
import { type KubeObject, type Resource, resourceOf } from "@capstan/kube";
import type { CustomResourceDefinition } from "@capstan/kube/builtin";
import { expect, test } from "vitest";
import { defineDefaulting, defineHandler, defineValidation } from "./webhook-definition.ts";
import { webhookObjects } from "./webhook-objects.ts";

interface Foo extends KubeObject<"example.com/v1", "Foo"> {
  spec: { zone?: string };
}
const Foo: Resource<Foo> = resourceOf("example.com/v1", "Foo");
const target = { name: "foo", namespace: "foos", selector: { app: "foo" } };
const checks = defineValidation(Foo, { immutable: ["spec.zone"] });

test("a Service, a certificate for it, and configurations that get its authority", () => {
  const defaults = defineDefaulting(Foo, { path: "/set", create: () => undefined });
  const webhook = (name: string, path: string): object => ({
    metadata: { name: "foo", annotations: { "cert-manager.io/inject-ca-from": "foos/foo-webhooks" } },
    webhooks: [
      {
        name: `${name}.foos.example.com`,
        clientConfig: { service: { namespace: "foos", name: "foo-webhooks", path } },
      },
    ],
  });
  const metadata = { namespace: "foos", name: "foo-webhooks" };
  expect(webhookObjects([checks, defaults], target)).toMatchObject([
    {
      kind: "Service",
      metadata,
      spec: { selector: { app: "foo" }, ports: [{ port: 443, targetPort: "webhook-server" }] },
    },
    {
      kind: "Certificate",
      metadata,
      spec: {
        secretName: "foo-webhooks-cert",
        dnsNames: ["foo-webhooks.foos.svc", "foo-webhooks.foos.svc.cluster.local"],
        issuerRef: { kind: "Issuer", name: "foo-webhooks" },
      },
    },
    { kind: "Issuer", metadata, spec: { selfSigned: {} } },
    { kind: "MutatingWebhookConfiguration", ...webhook("default", "/set") },
    { kind: "ValidatingWebhookConfiguration", ...webhook("validate", "/validate/foos.example.com/v1") },
  ]);
});

const version = (name: string) => ({ name, served: true, storage: name === "v2", schema: {} });
const crdOf = (plural: string, kind: string): CustomResourceDefinition => ({
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: `${plural}.example.com`, annotations: { own: "kept" } },
  spec: {
    group: "example.com",
    scope: "Namespaced",
    names: { kind, plural, singular: kind.toLowerCase(), listKind: `${kind}List` },
    versions: [version("v1"), version("v2")],
  },
});

test("the CRD of a converted kind names the Service, others stay as they are, and the check of conversions is declared", () => {
  const foos = { group: "example.com", kind: "Foo", plural: "fooz", versions: ["example.com/v2", "example.com/v1"] };
  const crds = [crdOf("fooz", "Foo"), crdOf("bars", "Bar")];
  const [converted, other, ...rest] = webhookObjects([], { ...target, conversions: [foos], crds });
  const service = { namespace: "foos", name: "foo-webhooks", path: "/convert" };
  expect(converted).toMatchObject({
    metadata: {
      name: "fooz.example.com",
      annotations: { own: "kept", "cert-manager.io/inject-ca-from": "foos/foo-webhooks" },
    },
    spec: {
      versions: [{ name: "v1" }, { name: "v2" }],
      conversion: { strategy: "Webhook", webhook: { clientConfig: { service }, conversionReviewVersions: ["v1"] } },
    },
  });
  expect(other).toEqual(crds[1]);
  expect(rest).toMatchObject([
    { kind: "Service" },
    { kind: "Certificate" },
    { kind: "Issuer" },
    {
      kind: "ValidatingWebhookConfiguration",
      webhooks: [
        {
          name: "convertible.fooz.example.com",
          clientConfig: { service: { path: "/convertible" } },
          rules: [{ apiVersions: ["v2", "v1"], resources: ["fooz", "fooz/status"], operations: ["CREATE", "UPDATE"] }],
        },
      ],
    },
  ]);
  const error = expect.objectContaining({ code: "operator/conversion-crd" });
  expect(() => webhookObjects([], { ...target, conversions: [foos], crds: [crdOf("bars", "Bar")] })).toThrow(error);
  // The CRD has another plural than a converter that does not say its own.
  const { plural: _, ...unnamed } = foos;
  expect(() => webhookObjects([], { ...target, conversions: [unnamed], crds })).toThrow(error);
  expect(webhookObjects([], { ...target, crds })).toEqual(crds);
});

test("a path that no API server calls needs no configuration, and no webhooks need nothing", () => {
  const hello = defineHandler("/hello", { handle: () => ({ status: 200 }) });
  expect(webhookObjects([hello], target).map(({ kind }) => kind)).toEqual(["Service", "Certificate", "Issuer"]);
  expect(webhookObjects([], target)).toEqual([]);
  expect(() => webhookObjects([checks, checks], target)).toThrow("two webhooks");
  const taken = defineHandler("/convertible", { handle: () => ({ status: 200 }) });
  const conversions = [{ group: "example.com", kind: "Foo", versions: ["example.com/v2", "example.com/v1"] }];
  const crds = [crdOf("foos", "Foo")];
  expect(() => webhookObjects([taken], { ...target, conversions, crds })).toThrow("two webhooks");
  expect(webhookObjects([taken], { ...target, crds })).toHaveLength(4);
});

test("a name of which a Service can be made has up to 54 characters", () => {
  for (const name of ["f", "f".repeat(54)]) expect(webhookObjects([checks], { ...target, name })).toHaveLength(4);
});

test.each([
  { what: "55 characters", name: "f".repeat(55) },
  { what: "a digit in front", name: "1-operator" },
  { what: "a dot", name: "foo.example" },
  { what: "a dash at its end", name: "foo-" },
])("a name with $what is rejected", ({ name }) => {
  const error = expect.objectContaining({ code: "operator/name" });
  expect(() => webhookObjects([checks], { ...target, name })).toThrow(error);
});
