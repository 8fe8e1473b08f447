// Kubeconfigs written from credentials.
import { expect, test } from "vitest";
import { formatKubeconfig } from "./kubeconfig.ts";

test("has a server alone", () => {
  const written = formatKubeconfig({ server: "https://a:6443", insecureSkipTlsVerify: false });
  expect(JSON.parse(written)).toStrictEqual({
    apiVersion: "v1",
    kind: "Config",
    "current-context": "capstan",
    clusters: [{ name: "capstan", cluster: { server: "https://a:6443" } }],
    users: [{ name: "capstan", user: {} }],
    contexts: [{ name: "capstan", context: { cluster: "capstan", user: "capstan" } }],
  });
  expect(written.startsWith('{\n  "apiVersion"')).toBe(true);
  expect(written.endsWith("}\n")).toBe(true);
});

test("has everything that is given, with certificates in base64", () => {
  const written = formatKubeconfig(
    {
      server: "https://a:6443",
      caData: "ca",
      certData: "cert",
      keyData: "key",
      token: "t",
      tokenFile: "/t",
      insecureSkipTlsVerify: true,
      tlsServerName: "b",
      namespace: "ns",
    },
    "dev",
  );
  expect(JSON.parse(written)).toEqual({
    apiVersion: "v1",
    kind: "Config",
    "current-context": "dev",
    clusters: [
      {
        name: "dev",
        cluster: {
          server: "https://a:6443",
          "certificate-authority-data": "Y2E=",
          "tls-server-name": "b",
          "insecure-skip-tls-verify": true,
        },
      },
    ],
    users: [
      {
        name: "dev",
        user: { "client-certificate-data": "Y2VydA==", "client-key-data": "a2V5", token: "t", tokenFile: "/t" },
      },
    ],
    contexts: [{ name: "dev", context: { cluster: "dev", user: "dev", namespace: "ns" } }],
  });
});
