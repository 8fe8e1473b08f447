// How metrics are protected where other computers reach them: TLS, and the reviews of the API server.
import type { CertificateSource } from "@capstan/serve";
import { isLoopback, isServed, type MetricsProtection } from "../servers/start-servers.ts";
import { CallerReview, type CallerReviewOptions } from "./caller-review.ts";

/** Where metrics are served, and how. */
export interface ProtectedMetrics extends CallerReviewOptions {
  readonly address: string | undefined;
  /** Default: one that is created at the start. */
  readonly certificate: CertificateSource | undefined;
  /** Whether to serve plain HTTP to everyone. */
  readonly insecure: boolean;
}

/** Longer than a process runs. */
const selfSignedDays = 3650;

/**
 * The protection of metrics at an address: TLS, and only callers whose token may `get` the path by the reviews of the API server. Undefined where they need none, on a loopback address, or shall have none.
 *
 * @example
 * const metricsProtection = await protectMetrics({ address: ":8443", certificate: undefined, insecure: false, client, log });
 * await startServers({ servers, metricsAddress: ":8443", metrics, metricsProtection, log });
 */
export async function protectMetrics({
  address,
  certificate,
  insecure,
  ...reviews
}: ProtectedMetrics): Promise<MetricsProtection | undefined> {
  if (insecure || !isServed(address) || isLoopback(address)) return undefined;
  const review = new CallerReview(reviews);
  return { tls: certificate ?? (await selfSigned()), rejection: (request) => review.rejection(request) };
}

/** Nobody can check it, but what is sent cannot be read on the way. */
async function selfSigned(): Promise<CertificateSource> {
  const { createSelfSigned } = await import("@capstan/serve/certificates");
  return createSelfSigned({
    commonName: "diagnostics",
    dnsNames: ["localhost"],
    days: selfSignedDays,
    usages: ["server"],
  });
}
