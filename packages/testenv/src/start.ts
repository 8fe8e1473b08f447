// Starts a test control plane on the backend that the caller or the environment names. Backends are loaded on demand.
import type { EmbeddedEnv, EmbeddedOptions } from "./embedded/start.ts";
import type { Envtest, EnvtestOptions } from "./envtest/start.ts";
import { testenvError } from "./errors.ts";

/** The control plane of each backend, by the backend's name. */
export interface TestBackends {
  readonly embedded: EmbeddedEnv;
  readonly envtest: Envtest;
}

type Backend = keyof TestBackends;

/**
 * A running control plane. What only one backend offers, such as `faults` or `auditEvents`, is there when the call of `startTestEnv` names
 * that backend, or after a check of `backend`.
 */
export type TestEnv = TestBackends[Backend];

/** Which control plane to start, and its settings. */
export interface TestEnvOptions<B extends Backend = Backend> {
  /** Default: the environment variable CAPSTAN_TESTENV; if it is not set, the embedded server. */
  readonly backend?: B;
  /** CustomResourceDefinitions to serve from the start. */
  readonly crds?: readonly object[];
  /** Settings of the embedded server; ignored by the real one. */
  readonly embedded?: EmbeddedOptions;
  /** Settings of the real backend; ignored by the embedded server. */
  readonly envtest?: EnvtestOptions;
}

const backends: { readonly [B in Backend]: (options: TestEnvOptions) => Promise<TestBackends[B]> } = {
  embedded: async (options) => (await import("./embedded/start.ts")).startEmbedded(options),
  envtest: async (options) => (await import("./envtest/start.ts")).startEnvtest(options),
};

/**
 * Starts a Kubernetes control plane for tests: by default an API server inside this process, which starts in milliseconds and needs
 * no programs; with `backend: "envtest"` the real kube-apiserver and etcd.
 *
 * Call it once per test suite or test. Several can run at the same time; they share nothing. It resolves when the server accepts
 * requests and serves the CRDs. With a `backend` the result has the members of that one, such as `faults` of the embedded server. Pass `credentials` of the result to any client. End it with `stop()` or `await using`.
 *
 * Rejects with `testenv/unknown-backend` for an unknown backend, `testenv/not-a-crd` or `testenv/crd-rejected` when `crds`
 * contains something else or an invalid definition, and on the real backend with `testenv/no-control-plane` when its programs are
 * not found, `testenv/foreign-control-plane` when other users can change those of Capstan's cache and `testenv/not-ready` when one of them fails. Nothing is left running when it rejects.
 *
 * @example
 * await using env = await startTestEnv({ crds });
 * const client = createClient(env.credentials);
 */
export async function startTestEnv<B extends Backend = Backend>(
  options: TestEnvOptions<B> = {},
): Promise<TestBackends[B]> {
  return backends[backendOf(options)](options);
}

function backendOf<B extends Backend>({ backend }: TestEnvOptions<B>): B {
  const named = backend ?? process.env["CAPSTAN_TESTENV"] ?? "embedded";
  // Without a named backend, B is all of them.
  if (named === "embedded" || named === "envtest") return named as B;
  throw testenvError("testenv/unknown-backend", { backend: named, known: Object.keys(backends).join(", ") });
}
