// What a KubeConfig of @kubernetes/client-node gives a client, and what is rejected.
import type { RequestOptions } from "node:https";
import { describeError } from "@capstan/kube";
import { type Cluster, KubeConfig, type User } from "@kubernetes/client-node";
import { expect, test } from "vitest";
import { json, reject, startFaultServer } from "../../test/fault-server.ts";
import { Foo, foo, key } from "../../test/foo-client.ts";
import { clientFromKubeConfig } from "./kube-config.ts";

const server = "https://127.0.0.1:6443/k8s/";

function configOf(cluster: Partial<Cluster>, user: Partial<User>): KubeConfig {
  const config = new KubeConfig();
  config.loadFromOptions({
    clusters: [{ name: "c", server, skipTLSVerify: false, ...cluster }],
    users: [{ name: "u", ...user }],
    contexts: [{ name: "x", cluster: "c", user: "u", namespace: "apps" }],
    currentContext: "x",
  });
  return config;
}

const rejected = (config: KubeConfig): Promise<string> =>
  clientFromKubeConfig(config).then(
    () => "accepted",
    (error: unknown) => describeError(error),
  );
const unusable = "the KubeConfig of @kubernetes/client-node cannot be used:";

test("the address and the namespace of its context", async () => {
  const client = await clientFromKubeConfig(configOf({}, { token: "t" }));
  expect([client.server, client.namespace]).toEqual(["https://127.0.0.1:6443/k8s", "apps"]);
  client.close();
});

test.each([
  {
    name: "no context",
    config: new KubeConfig(),
    want: `${unusable} its current context has no cluster\n  help: load it first, or set a context that it has`,
  },
  {
    name: "a proxy",
    config: configOf({ proxyUrl: "http://proxy" }, { token: "t" }),
    want: `${unusable} its cluster has a proxy, which is not supported\n  help: use a direct connection to the server`,
  },
  {
    name: "a password",
    config: configOf({}, { username: "u", password: "hunter2" }),
    want: `${unusable} its user has a password, which Kubernetes has not accepted since 1.19\n  help: use a token or a client certificate`,
  },
  {
    name: "impersonation",
    config: configOf({}, { token: "t", impersonateUser: "other" }),
    want: `${unusable} its user impersonates another, which is not supported\n  help: use the credentials of that user`,
  },
  {
    name: "a program that does not exist",
    config: configOf({}, { exec: { apiVersion: "client.authentication.k8s.io/v1", command: "/nowhere/login" } }),
    want: 'the kubeconfig\'s user "u" returned no credentials: spawn /nowhere/login ENOENT\n  help: try the same login with `kubectl auth whoami`',
  },
  {
    name: "an authority that is not a certificate",
    config: configOf({ caData: Buffer.from("hunter2").toString("base64") }, { token: "t" }),
    want: "the credentials for https://127.0.0.1:6443/k8s/ cannot be used: the certificate authority has no certificate in PEM\n  help: use the certificate of the authority in PEM",
  },
])("$name is rejected", async ({ config, want }) => {
  expect(await rejected(config)).toBe(want);
});

const execOf = (token: string): Partial<User> => {
  const apiVersion = "client.authentication.k8s.io/v1";
  const printed = JSON.stringify({ apiVersion, kind: "ExecCredential", status: { token } });
  return { exec: { apiVersion, command: "printf", args: ["%s", printed], interactiveMode: "Never" } };
};

test.each([
  { name: "tokens", userOf: (token: string): Partial<User> => ({ token }) },
  { name: "exec plugins", userOf: execOf },
])(
  "a renewal stays with the user of its context when another one becomes the current one, with $name",
  async ({ userOf }) => {
    await using first = await startFaultServer([reject(401, "Unauthorized")]);
    const config = new KubeConfig();
    config.loadFromOptions({
      clusters: ["one", "two"].map((name) => ({ name, server: first.url, skipTLSVerify: true })),
      users: ["one", "two"].map((name) => ({ name, ...userOf(`token-of-${name}`) })),
      contexts: ["one", "two"].map((name) => ({ name, cluster: name, user: name })),
      currentContext: "one",
    });
    const client = await clientFromKubeConfig(config);
    config.setCurrentContext("two");
    await expect(client.get(Foo, key)).rejects.toThrow("Unauthorized");
    expect(first.seen.map(({ headers }) => headers.authorization)).toEqual(["Bearer token-of-one"]);
    client.close();
  },
);

test("a subclass with private fields issues the identity, and another context that becomes the current one gives none", async () => {
  await using server = await startFaultServer([reject(401, "Unauthorized"), json(foo), reject(401, "Unauthorized")]);
  class OwnConfig extends KubeConfig {
    #issued = 0;
    override async applyToHTTPSOptions(options: RequestOptions): Promise<void> {
      options.headers = { Authorization: `Bearer ${this.getCurrentUser()?.name}-${++this.#issued}` };
    }
  }
  const config = new OwnConfig();
  config.loadFromOptions(configOf({ server: server.url, skipTLSVerify: true }, {}));
  config.addUser({ name: "other" });
  config.addContext({ name: "y", cluster: "c", user: "other" });
  const client = await clientFromKubeConfig(config);
  await client.get(Foo, key);
  expect(server.seen.map(({ headers }) => headers.authorization)).toEqual(["Bearer u-1", "Bearer u-2"]);
  config.setCurrentContext("y");
  await expect(client.get(Foo, key)).rejects.toThrow(
    'its credentials could not be renewed: the kubeconfig\'s user "u"',
  );
  expect(server.seen.at(-1)?.headers.authorization).toBe("Bearer u-2");
  client.close();
});

test("an identity that was being looked up when another context became the current one is not used", async () => {
  await using server = await startFaultServer([json(foo)]);
  const { promise, resolve } = Promise.withResolvers<void>();
  class SlowConfig extends KubeConfig {
    override async applyToHTTPSOptions(options: RequestOptions): Promise<void> {
      await promise;
      await super.applyToHTTPSOptions(options);
    }
  }
  const config = new SlowConfig();
  config.loadFromOptions(configOf({ server: server.url, skipTLSVerify: true }, { token: "own" }));
  config.addUser({ name: "other", token: "other" });
  config.addContext({ name: "y", cluster: "c", user: "other" });
  const created = clientFromKubeConfig(config);
  config.setCurrentContext("y");
  resolve();
  const client = await created;
  await client.get(Foo, key);
  expect(server.seen.map(({ headers }) => headers.authorization)).toEqual(["Bearer own"]);
  client.close();
});

test("an authenticator that was added issues a new token after a 401, for the user of the client", async () => {
  await using server = await startFaultServer([reject(401, "Unauthorized"), json(foo)]);
  const issued: string[] = [];
  const config = configOf({ server: server.url, skipTLSVerify: true }, { authProvider: { name: "own" } });
  config.addUser({ name: "other", authProvider: { name: "own" } });
  config.addContext({ name: "y", cluster: "c", user: "other" });
  config.addAuthenticator({
    isAuthProvider: ({ authProvider }) => authProvider?.name === "own",
    applyAuthentication: async ({ name }, options) => {
      options.headers = { Authorization: `Bearer ${name}-${issued.push(name)}` };
    },
  });
  const client = await clientFromKubeConfig(config);
  config.setCurrentContext("y");
  await client.get(Foo, key);
  expect(server.seen.map(({ headers }) => headers.authorization)).toEqual(["Bearer u-1", "Bearer u-2"]);
  client.close();
});
