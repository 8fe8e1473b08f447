// Starts a test control plane on the backend that the caller or the environment names. Backends are loaded on demand.
import type { EmbeddedEnv, EmbeddedOptions } from "./embedded/start.ts";
import type { Envtest, EnvtestOptions } from "./envtest/start.ts";
import { testenvError } from "./errors.ts";

/** A running control plane. Check `backend` to use what only one backend offers, such as `faults` or `auditEvents`. */
export type TestEnv = EmbeddedEnv | Envtest;

/** Which control plane to start, and its settings. */
export interface TestEnvOptions {
  /** Default: the environment variable CAPSTAN_TESTENV; if it is not set, the embedded server. */
  readonly backend?: "embedded" | "envtest";
  /** CustomResourceDefinitions to serve from the start. */
  readonly crds?: readonly object[];
  /** Settings of the embedded server; ignored by the real one. */
  readonly embedded?: EmbeddedOptions;
  /** Settings of the real backend; ignored by the embedded server. */
  readonly envtest?: EnvtestOptions;
}

type Backend = NonNullable<TestEnvOptions["backend"]>;

const backends: Readonly<Record<Backend, (options: TestEnvOptions) => Promise<TestEnv>>> = {
  embedded: async (options) => (await import("./embedded/start.ts")).startEmbedded(options),
  envtest: async (options) => (await import("./envtest/start.ts")).startEnvtest(options),
};

/**
 * Starts a Kubernetes control plane for tests: by default an API server inside this process, which starts in milliseconds and needs
 * no programs; with `backend: "envtest"` the real kube-apiserver and etcd.
 *
 * Call it once per test suite or test. Several can run at the same time; they share nothing. It resolves when the server accepts
 * requests and serves the CRDs. Pass `credentials` of the result to any client. End it with `stop()` or `await using`.
 *
 * Rejects with `testenv/unknown-backend` for an unknown backend, `testenv/not-a-crd` or `testenv/crd-rejected` when `crds`
 * contains something else or an invalid definition, and on the real backend with `testenv/no-control-plane` when its programs are
 * not found and `testenv/not-ready` when one of them fails. Nothing is left running when it rejects.
 *
 * @example
 * await using env = await startTestEnv({ crds });
 * const client = createClient(env.credentials);
 */
export async function startTestEnv(options: TestEnvOptions = {}): Promise<TestEnv> {
  return backends[backendOf(options)](options);
}

function backendOf({ backend }: TestEnvOptions): Backend {
  const named = backend ?? process.env["CAPSTAN_TESTENV"] ?? "embedded";
  if (named === "embedded" || named === "envtest") return named;
  throw testenvError("testenv/unknown-backend", { backend: named, known: Object.keys(backends).join(", ") });
}
