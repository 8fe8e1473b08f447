// Whether an extension answers discovery: a call of its own port, over TLS, with the certificate that callers get trusted and no other.
import { X509Certificate } from "node:crypto";
import { request, type RequestOptions } from "node:https";
import { hookCatalog } from "@capstan/api/catalog";
import { isJsonObject } from "@capstan/kube";
import type { CertificatePair, ProbeCheck, RunningServer } from "@capstan/serve";

/** Whom to call, and how. */
export interface SelfDiscoveryOptions {
  /** Undefined while it does not listen yet. */
  readonly server: () => Pick<RunningServer, "url" | "certificate"> | undefined;
  /** What is before every path. */
  readonly prefix: string;
  /** The client certificate, for a server that demands one. */
  readonly client?: CertificatePair | undefined;
  /** The value of the header of these calls, by which metrics leave them out. Default: they have no such header. */
  readonly mark?: string | undefined;
}

/** The header of calls of the own port: only the process itself knows its value. */
export const ownCallHeader = "x-capstan-own-call";

/** Probes may come often, and from anyone: one call in this time. */
const keptMs = 5000;
/** A probe waits no longer for a call; the result of the last one counts then. */
const patienceMs = 1500;
/** A busy process answers late, and others would be no faster with its share of the calls. */
const callMs = 10_000;
/** A flood of connections may end one. */
const tries = 2;

/** An answer of discovery is small; what is longer is none. */
const mostBytes = 1024 * 1024;

/** The check. It fails until the first call was answered. */
export function selfDiscovery(options: SelfDiscoveryOptions): ProbeCheck {
  let last = false;
  let endedAt = -Infinity;
  let running: Promise<boolean> | undefined;
  const call = async (): Promise<boolean> => {
    last = await isDiscovered(options);
    endedAt = performance.now();
    running = undefined;
    return last;
  };
  return async () => {
    if (performance.now() - endedAt < keptMs) return last;
    running ??= call();
    const { promise: late, resolve } = Promise.withResolvers<undefined>();
    const timer = setTimeout(resolve, patienceMs, undefined);
    const answer = await Promise.race([running, late]);
    clearTimeout(timer);
    return answer ?? last;
  };
}

async function isDiscovered({ server, prefix, client, mark }: SelfDiscoveryOptions): Promise<boolean> {
  const { url, certificate } = server() ?? {};
  if (url === undefined || certificate === undefined) return false;
  const target = new URL(`${prefix}${hookCatalog.Discovery.path}`, url);
  const { certPem } = certificate;
  const options: RequestOptions = {
    method: "POST",
    agent: false,
    ...(mark !== undefined && { headers: { [ownCallHeader]: mark } }),
    ca: certPem,
    // The certificate is trusted whichever authority has signed it, for any name, and no other is.
    allowPartialTrustChain: true,
    checkServerIdentity: (_host, peer) =>
      peer.raw.equals(new X509Certificate(certPem).raw) ? undefined : new Error("another server answers"),
    ...(client === undefined ? {} : { cert: client.certPem, key: client.keyPem }),
  };
  for (let tried = 0; tried < tries; tried += 1) if (await answers(target, options)) return true;
  return false;
}

function answers(target: URL, options: RequestOptions): Promise<boolean> {
  return new Promise((resolve) => {
    const fails = (): void => resolve(false);
    const sent = request(target, { ...options, signal: AbortSignal.timeout(callMs) }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (piece: string) => {
        text += piece;
        if (text.length > mostBytes) response.destroy();
      });
      response.on("error", fails).on("close", fails);
      response.on("end", () => resolve(response.statusCode === 200 && isSuccess(text)));
    });
    sent.on("error", fails);
    sent.end("{}");
  });
}

function isSuccess(text: string): boolean {
  try {
    const answer: unknown = JSON.parse(text);
    return isJsonObject(answer) && answer["status"] === "Success";
  } catch {
    return false;
  }
}
