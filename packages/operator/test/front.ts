// A front of an embedded API server, with what is at fault around one: it is stopped and started, rejects callers, has another certificate, and stops in the middle of an answer.
import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Agent, createServer, request as send, type Server } from "node:https";
import { type Duplex, pipeline } from "node:stream";
import { TLSSocket } from "node:tls";
import type { ClusterCredentials } from "@capstan/kube";
import { type CertificateAuthority, createCertificateAuthority } from "@capstan/serve/certificates";

/** A request, as rules of tests see it. */
export interface FrontRequest {
  readonly method: string;
  readonly url: string;
  readonly authorization: string | undefined;
  /** The name in the certificate of the client. */
  readonly user: string | undefined;
}

/** What becomes of a request: it is passed on, answered with a Status, never answered, or answered by half. */
export type FrontAnswer =
  | "pass"
  | { readonly code: number; readonly reason: string; readonly retryAfter?: number }
  | "no answer"
  | "half";

/** A running front. */
export class Front implements AsyncDisposable {
  /** Whose certificate it has from the next start on. Any authority of tests is accepted for clients. */
  authority: CertificateAuthority = createCertificateAuthority({ commonName: "front" });
  /** What becomes of each request. */
  rule: (request: FrontRequest) => FrontAnswer = () => "pass";
  /** "method path code" of each answer, or what became of the request instead. */
  readonly answered: string[] = [];
  readonly #target: ClusterCredentials;
  readonly #agent: Agent;
  readonly #sockets = new Set<Duplex>();
  #server: Server | undefined;
  #port = 0;

  constructor(target: ClusterCredentials) {
    this.#target = target;
    const { caData: ca, certData: cert, keyData: key } = target;
    this.#agent = new Agent({ keepAlive: true, ca, cert, key });
  }

  /** Its address and authority. */
  get credentials(): { readonly server: string; readonly caData: string } {
    return { server: `https://127.0.0.1:${this.#port}`, caData: this.authority.certPem };
  }

  /** Listens, always at the same port. */
  async start(): Promise<void> {
    const { certPem: cert, keyPem: key } = this.authority.issue({ commonName: "front", ipAddresses: ["127.0.0.1"] });
    const tls = { cert, key, requestCert: true, rejectUnauthorized: false };
    const server = createServer(tls, (request, response) => this.#answer(request, response));
    // Those of which the handshake has not ended, too.
    server.on("connection", (socket) => {
      this.#sockets.add(socket);
      socket.once("close", () => this.#sockets.delete(socket));
    });
    this.#server = server.listen(this.#port, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    this.#port = typeof address === "object" && address !== null ? address.port : 0;
  }

  /** Ends all connections, and listens no more. */
  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (server === undefined) return;
    server.close();
    for (const socket of this.#sockets) socket.destroy();
    await once(server, "close");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
    this.#agent.destroy();
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const { method = "", url = "", headers, socket } = request;
    const user = socket instanceof TLSSocket ? String(socket.getPeerCertificate().subject?.CN) : undefined;
    const how = this.rule({ method, url, authorization: headers.authorization, user });
    if (how === "half" || how === "no answer") this.answered.push(`${method} ${url} ${how}`);
    if (how === "pass" || how === "half") return this.#pass({ request, response, isHalf: how === "half" });
    request.resume();
    if (how === "no answer") return;
    const { code, reason, retryAfter } = how;
    const status = { kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", reason, message: reason, code };
    const wait = retryAfter === undefined ? {} : { "retry-after": `${retryAfter}` };
    this.answered.push(`${method} ${url} ${code}`);
    response.writeHead(code, { "content-type": "application/json", ...wait }).end(JSON.stringify(status));
  }

  #pass({ request, response, isHalf }: Passed): void {
    const { method = "GET", url: path = "/", headers } = request;
    const { authorization: _, host: __, ...rest } = headers;
    const target = new URL(path, this.#target.server);
    const sent = send(target, { method, headers: rest, agent: this.#agent }, (answer) => {
      const { statusCode = 502 } = answer;
      if (!isHalf) this.answered.push(`${method} ${path} ${statusCode}`);
      response.writeHead(statusCode, answer.headers);
      response.flushHeaders();
      if (!isHalf) return void pipeline(answer, response, () => undefined);
      answer.once("data", (chunk: Buffer) => response.write(chunk.subarray(0, chunk.length / 2)));
    });
    response.once("close", () => sent.destroy());
    sent.once("error", () => response.destroy());
    request.pipe(sent);
  }
}

interface Passed {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly isHalf: boolean;
}
