// Starts a test control plane on the backend that the caller or the environment names. A backend is loaded when it is
// used, so that embedded tests load nothing of the real one.
import type { EmbeddedEnv, EmbeddedOptions } from "./embedded/start.ts";
import type { Envtest, EnvtestOptions } from "./envtest/start.ts";
import { testenvError } from "./errors.ts";

/** A running control plane; `backend` tells which, and with it what else it can do. */
export type TestEnv = EmbeddedEnv | Envtest;

/** Which control plane to start, and with what. */
export interface TestEnvOptions {
  /** Default: the environment variable CAPSTAN_TESTENV, else the embedded server. */
  readonly backend?: "embedded" | "envtest";
  /** CustomResourceDefinitions that are served from the start. */
  readonly crds?: readonly object[];
  /** Settings that only the embedded server has. */
  readonly embedded?: EmbeddedOptions;
  /** Settings that only the real one has. */
  readonly envtest?: EnvtestOptions;
}

type Backend = NonNullable<TestEnvOptions["backend"]>;

const backends: Readonly<Record<Backend, (options: TestEnvOptions) => Promise<TestEnv>>> = {
  embedded: async (options) => (await import("./embedded/start.ts")).startEmbedded(options),
  envtest: async (options) => (await import("./envtest/start.ts")).startEnvtest(options),
};

/** Starts a control plane; resolves when it answers and serves the CRDs. */
export async function startTestEnv(options: TestEnvOptions = {}): Promise<TestEnv> {
  return backends[backendOf(options)](options);
}

function backendOf({ backend }: TestEnvOptions): Backend {
  const named = backend ?? process.env["CAPSTAN_TESTENV"] ?? "embedded";
  if (Object.hasOwn(backends, named)) return named as Backend;
  throw testenvError("testenv/unknown-backend", { backend: named, known: Object.keys(backends).join(", ") });
}
