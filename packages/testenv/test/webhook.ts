// A webhook for unit tests: an HTTPS server on this computer that keeps what it is sent and answers with what a test sets.
import type { IncomingHttpHeaders } from "node:http";
import { text } from "node:stream/consumers";
import { startServer } from "@capstan/serve";
import { createCertificateAuthority } from "@capstan/serve/certificates";

/** One request to the webhook. */
export interface HookRequest {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

/** The response to a request. */
export interface HookResponse {
  readonly code?: number;
  readonly text: string;
}

/** A webhook that is being served, on 127.0.0.1 and as `hook.default.svc`. */
export interface TestWebhook {
  readonly url: string;
  /** Base64 of its authority, as configurations have it. */
  readonly caBundle: string;
  readonly seen: HookRequest[];
  respond: (request: HookRequest) => HookResponse | Promise<HookResponse>;
  close(): Promise<void>;
}

export async function startWebhook(): Promise<TestWebhook> {
  const authority = createCertificateAuthority({ commonName: "test" });
  const names = { dnsNames: ["hook.default.svc"], ipAddresses: ["127.0.0.1"] };
  const tls = authority.issue({ commonName: "hook", ...names, usages: ["server"] });
  const server = await startServer({
    port: 0,
    tls,
    routes: [],
    listener: (request, response) => {
      void text(request).then(async (sent) => {
        const { method, url, headers } = request;
        const kept = { method, url, headers, body: JSON.parse(sent) as unknown };
        hook.seen.push(kept);
        const { code = 200, text: answer } = await hook.respond(kept);
        response.writeHead(code).end(answer);
      });
    },
  });
  const hook: TestWebhook = {
    url: server.url,
    caBundle: Buffer.from(authority.certPem).toString("base64"),
    seen: [],
    respond: () => ({ text: "{}" }),
    close: () => server.close({ drainMs: 0 }),
  };
  return hook;
}
