// How a manager protects its metrics where other computers reach them: TLS, and the reviews of the API server.
import { isLoopback, isServed, type MetricsProtection } from "@capstan/process";
import type { CertificateSource } from "@capstan/serve";
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

/** The protection of metrics at an address; undefined where they need none, or shall have none. */
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
