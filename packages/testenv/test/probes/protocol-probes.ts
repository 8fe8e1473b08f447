// Probes of the protocol: discovery, health, media types, tokens.
import { getAt } from "@capstan/kube";
import type { Probe } from "./probe.ts";

export const protocolProbes: readonly Probe[] = [
  {
    name: "discovery lists what is served",
    steps: [
      { method: "GET", path: "/api", want: { status: 200, body: { kind: "APIVersions", versions: ["v1"] } } },
      {
        method: "GET",
        path: "/apis/probe.test",
        want: {
          status: 200,
          body: {
            kind: "APIGroup",
            name: "probe.test",
            preferredVersion: { groupVersion: "probe.test/v1", version: "v1" },
          },
        },
      },
      {
        method: "GET",
        path: "/apis/probe.test/v1alpha1",
        want: {
          status: 200,
          body: {
            kind: "APIResourceList",
            groupVersion: "probe.test/v1alpha1",
            resources: [
              {
                name: "widgets",
                singularName: "widget",
                namespaced: true,
                kind: "Widget",
                verbs: ["delete", "deletecollection", "get", "list", "patch", "create", "update", "watch"],
              },
              { name: "widgets/status", namespaced: true, kind: "Widget", verbs: ["get", "patch", "update"] },
            ],
          },
        },
      },
      {
        method: "GET",
        path: "/apis/scale.probe.test/v1",
        want: {
          status: 200,
          body: {
            resources: [
              { name: "scaleds", kind: "Scaled" },
              { name: "scaleds/status", kind: "Scaled", verbs: ["get", "patch", "update"] },
              {
                name: "scaleds/scale",
                singularName: "",
                namespaced: true,
                group: "autoscaling",
                version: "v1",
                kind: "Scale",
                verbs: ["get", "patch", "update"],
              },
            ],
          },
        },
      },
      { method: "GET", path: "/apis/none.test", want: { status: 404 } },
    ],
  },
  {
    name: "health and version",
    steps: [
      { method: "GET", path: "/readyz", want: { status: 200, text: "ok" } },
      { method: "GET", path: "/version", want: { status: 200, body: { major: "1", minor: "36" } } },
      { method: "GET", path: "/nonsense", want: { status: 404 } },
    ],
  },
  {
    name: "methods and media types",
    steps: [
      {
        method: "PUT",
        path: "/api/v1/namespaces/{ns}/configmaps",
        body: {},
        want: {
          status: 405,
          body: {
            reason: "MethodNotAllowed",
            message: "the server does not allow this method on the requested resource",
          },
        },
      },
      {
        method: "POST",
        path: "/api/v1/namespaces/{ns}/configmaps",
        raw: "x",
        headers: { "content-type": "text/plain" },
        want: { status: 415, body: { reason: "UnsupportedMediaType" } },
      },
      {
        method: "POST",
        path: "/api/v1/namespaces/{ns}/configmaps",
        raw: "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: written-as-yaml}\ndata: {a: 'yes'}\n",
        headers: { "content-type": "application/yaml" },
        want: { status: 201, body: { data: { a: "yes" } } },
      },
    ],
  },
  {
    name: "accounts get tokens",
    steps: [
      {
        method: "POST",
        path: "/api/v1/namespaces/{ns}/serviceaccounts",
        body: { apiVersion: "v1", kind: "ServiceAccount", metadata: { name: "robot" } },
        want: { status: 201 },
      },
      {
        method: "POST",
        path: "/api/v1/namespaces/{ns}/serviceaccounts/robot/token",
        body: { apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest", spec: { expirationSeconds: 600 } },
        want: { status: 201, body: { kind: "TokenRequest", spec: { expirationSeconds: 600 } } },
      },
      {
        method: "POST",
        path: "/apis/authentication.k8s.io/v1/tokenreviews",
        body: (seen) => ({
          apiVersion: "authentication.k8s.io/v1",
          kind: "TokenReview",
          spec: { token: getAt(seen[1]?.body, ["status", "token"]) },
        }),
        want: {
          status: 201,
          body: { status: { authenticated: true, user: { username: "system:serviceaccount:{ns}:robot" } } },
        },
      },
      {
        method: "POST",
        path: "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
        body: {
          apiVersion: "authorization.k8s.io/v1",
          kind: "SelfSubjectAccessReview",
          spec: { resourceAttributes: { verb: "get", resource: "secrets" } },
        },
        want: { status: 201, body: { status: { allowed: true } } },
      },
    ],
  },
];
