// Wrong definitions of webhooks, and how right ones are declared to an API server.
import { isCapstanError, type KubeObject, type Resource, resourceOf } from "@capstan/kube";
import { type Route, textResponse } from "@capstan/serve";
import { expect, test } from "vitest";
import { defineDefaulting, defineHandler, defineValidation } from "./webhook-definition.ts";
import { serverContext } from "../metrics/measured-server.ts";
import { noMetrics } from "../metrics/metrics.ts";
import { silentLogger } from "@capstan/process";
import { webhookConfigurations, webhookServer } from "./webhook-server.ts";

interface Foo extends KubeObject<"example.com/v1", "Foo"> {
  spec: { zone?: string };
}
const Foo: Resource<Foo> = resourceOf("example.com/v1", "Foo");
const validate = "/validate/foos.example.com/v1";
const mutate = "/default/foos.example.com/v1";

const codeOf = (make: () => unknown): unknown => {
  try {
    return make();
  } catch (error) {
    return isCapstanError(error) ? error.code : error;
  }
};

test("wrong definitions are errors", () => {
  const right = defineValidation(Foo, { create: () => undefined });
  expect(codeOf(() => defineValidation(Foo, {}))).toBe("operator/webhook-empty");
  expect(codeOf(() => defineDefaulting(Foo, {}))).toBe("operator/webhook-empty");
  for (const timeoutSeconds of [0, 31, 1.5, Number.NaN])
    expect(codeOf(() => defineDefaulting(Foo, { create: () => undefined, timeoutSeconds }))).toBe(
      "operator/webhook-timeout",
    );
  const handle: Route["handle"] = () => textResponse(200, "");
  for (const path of ["/a?b", "/a b", "a" as "/a"] as const)
    expect(codeOf(() => defineHandler(path, { handle }))).toBe("operator/webhook-path");
  for (const path of ["/a#b", "/a\nb", "a" as "/a", "" as "/a"] as const)
    expect(codeOf(() => defineValidation(Foo, { path, create: () => undefined }))).toBe("operator/webhook-path");
  expect(codeOf(() => webhookServer([right, right], { port: 0 }))).toBe("operator/webhook-duplicate");
  const mutating = defineDefaulting(Foo, { path: validate, create: () => undefined });
  expect(codeOf(() => webhookServer([right, mutating], { port: 0 }))).toBe("operator/webhook-duplicate");
});

test("an admission webhook is served and declared at a path of its own", () => {
  const webhooks = [
    defineValidation(Foo, { path: "/check", create: () => undefined }),
    defineDefaulting(Foo, { path: "/set", create: () => undefined }),
  ];
  const { routes } = webhookServer(webhooks, { port: 0 })(serverContext(silentLogger, noMetrics));
  expect(routes.map(({ method, path }) => `${method} ${path}`)).toEqual(["POST /check", "POST /set"]);
  const declared = webhookConfigurations("foo", webhooks, (path) => ({ url: `https://a${path}` }));
  expect(declared.flatMap((one) => one.webhooks?.map(({ clientConfig }) => clientConfig.url))).toEqual([
    "https://a/set",
    "https://a/check",
  ]);
  expect(JSON.stringify(declared)).not.toContain('"path"');
});

test("the declarations name what is called, with the settings", () => {
  const settings = {
    failurePolicy: "Ignore",
    matchPolicy: "Exact",
    sideEffects: "NoneOnDryRun",
    timeoutSeconds: 3,
    namespaceSelector: { matchLabels: { a: "b" } },
    objectSelector: { matchLabels: { c: "d" } },
    matchConditions: [{ name: "not-core", expression: "request.userInfo.username != 'core'" }],
  } as const;
  const webhooks = [
    defineValidation(Foo, { immutable: ["spec.zone"], delete: () => undefined, ...settings }),
    defineDefaulting(Foo, { create: () => undefined, reinvocationPolicy: "IfNeeded" }),
    defineHandler("/hello", { handle: () => textResponse(200, "") }),
  ];
  const rule = { apiGroups: ["example.com"], apiVersions: ["v1"], resources: ["foos"] };
  const clientConfig = (path: string): { url: string } => ({ url: `https://127.0.0.1${path}` });
  expect(webhookConfigurations("foo", webhooks, clientConfig)).toEqual([
    {
      apiVersion: "admissionregistration.k8s.io/v1",
      kind: "MutatingWebhookConfiguration",
      metadata: { name: "foo" },
      webhooks: [
        {
          name: "default.foos.example.com",
          admissionReviewVersions: ["v1"],
          clientConfig: clientConfig(mutate),
          failurePolicy: "Fail",
          matchPolicy: "Equivalent",
          rules: [{ ...rule, operations: ["CREATE"] }],
          sideEffects: "None",
          reinvocationPolicy: "IfNeeded",
        },
      ],
    },
    {
      apiVersion: "admissionregistration.k8s.io/v1",
      kind: "ValidatingWebhookConfiguration",
      metadata: { name: "foo" },
      webhooks: [
        {
          name: "validate.foos.example.com",
          admissionReviewVersions: ["v1"],
          clientConfig: clientConfig(validate),
          rules: [{ ...rule, operations: ["UPDATE", "DELETE"] }],
          ...settings,
        },
      ],
    },
  ]);
});
