// What plugins need of @kubernetes/client-node, with a replacement for it: the package is optional.
import { describeError } from "@capstan/kube";
import { expect, test } from "vitest";
import type { KubeconfigUser, SelectedContext } from "./kubeconfig.ts";
import { pluginCredentials, pluginOf, type PluginRunner } from "./plugin-credentials.ts";

const base = { server: "https://x", caData: "CA" };

function context(user: KubeconfigUser): SelectedContext {
  const entry = { name: "x", file: "config" };
  return {
    name: "x",
    cluster: { ...entry, path: "clusters[0].cluster", value: { server: base.server } },
    user: { ...entry, path: "users[0].user", value: user },
    namespace: undefined,
  };
}

/** What Node throws for an import that it cannot resolve. */
function notFound(code: string, name: string): Error {
  return Object.assign(new Error(`Cannot find package '${name}' imported from /x.js`), { code });
}

const exec = context({ exec: { command: "login" } });
const oidc = context({ "auth-provider": { name: "oidc" } });
const install =
  "\n  help: run `npm install @kubernetes/client-node@2`, or use a kubeconfig with a token or a client certificate";

const missing = [
  {
    name: "an auth-provider, in CommonJS",
    given: oidc,
    error: notFound("MODULE_NOT_FOUND", "@kubernetes/client-node"),
    want: `the kubeconfig's auth-provider "oidc" needs the package @kubernetes/client-node, which is not installed${install}`,
  },
  {
    name: "an auth-provider whose package lacks a dependency",
    given: oidc,
    error: notFound("ERR_MODULE_NOT_FOUND", "undici"),
    want: "the kubeconfig's auth-provider \"oidc\" returned no credentials: Cannot find package 'undici' imported from /x.js\n  help: try the same login with `kubectl auth whoami`",
  },
];

for (const { name, given, error, want } of missing) {
  test(`a missing package is reported for ${name}`, async () => {
    const load = (): Promise<PluginRunner> => Promise.reject(error);
    expect(await pluginCredentials({ context: given, base, load }).catch(describeError)).toBe(want);
  });
}

test("the runner gets the user and the address, and its certificate and token are used", async () => {
  const seen: unknown[] = [];
  class KubeConfig {
    loadFromString(kubeconfig: string): void {
      seen.push(JSON.parse(kubeconfig));
    }
    applyToHTTPSOptions(options: object): Promise<void> {
      const cert = Buffer.from("CERT");
      Object.assign(options, { headers: { Authorization: "Bearer t" }, cert, key: "KEY" });
      return Promise.resolve();
    }
  }
  const load = (): Promise<PluginRunner> => Promise.resolve({ KubeConfig });
  const got = await pluginCredentials({ context: oidc, base, load });
  expect(got).toEqual({ ...base, token: "t", certData: "CERT", keyData: "KEY", freshMs: Number.POSITIVE_INFINITY });
  expect(seen).toEqual([
    {
      "current-context": "capstan",
      clusters: [{ name: "capstan", cluster: { server: "https://x" } }],
      users: [{ name: "capstan", user: { "auth-provider": { name: "oidc" } } }],
      contexts: [{ name: "capstan", context: { cluster: "capstan", user: "capstan" } }],
    },
  ]);
});

test("an identity provider that does not answer is not waited for", async () => {
  class KubeConfig {
    loadFromString(): void {}
    applyToHTTPSOptions(): Promise<void> {
      return new Promise(() => {});
    }
  }
  const load = (): Promise<PluginRunner> => Promise.resolve({ KubeConfig });
  expect(await pluginCredentials({ context: oidc, base, load, deadlineMs: 20 }).catch(describeError)).toBe(
    'the kubeconfig\'s auth-provider "oidc" returned no credentials: it did not answer within 0.02 s\n  help: try the same login with `kubectl auth whoami`',
  );
});

test("a user without a plugin has none", () => {
  expect([exec, oidc, context({ token: "t" })].map(pluginOf)).toEqual([
    "exec plugin",
    'auth-provider "oidc"',
    undefined,
  ]);
});
