// A load client: posts one body again and again over kept-alive TLS connections, a bounded number of times, and tells how
// many calls a second came through and how long the slowest hundredth took. It reads answers whole and keeps none.
import { Agent, request } from "node:https";
import { buffer } from "node:stream/consumers";
import { quantile } from "./statistics.ts";

/** Where calls go. */
export interface Target {
  readonly port: number;
  readonly path: string;
  /** The authority (PEM) of the server's certificate. */
  readonly ca: string;
}

/** How much is sent. */
export interface Load {
  readonly body: Buffer;
  /** Default: the path of the target. */
  readonly path?: string;
  readonly calls: number;
  readonly concurrency: number;
}

/** What came of it. */
export interface LoadResult {
  readonly callsPerSecond: number;
  readonly p99Ms: number;
}

/** Connections to one server, shared by runs so that none of them pays for handshakes. */
export class LoadClient {
  readonly #agent: Agent;
  readonly #target: Target;

  constructor(target: Target) {
    this.#target = target;
    this.#agent = new Agent({ keepAlive: true, ca: target.ca });
  }

  /** Sends the load; rejects at the first answer that is not 200. */
  async send({ body, path, calls, concurrency }: Load): Promise<LoadResult> {
    const times: number[] = [];
    let left = calls;
    const worker = async (): Promise<void> => {
      while (left > 0) {
        left -= 1;
        const started = performance.now();
        await this.post(body, path);
        times.push(performance.now() - started);
      }
    };
    const started = performance.now();
    await Promise.all(Array.from({ length: concurrency }, worker));
    const seconds = (performance.now() - started) / 1000;
    return { callsPerSecond: calls / seconds, p99Ms: quantile(times, 0.99) };
  }

  /** One call; resolves to the body of its answer. */
  post(body: Buffer, path: string = this.#target.path): Promise<Buffer> {
    const { port } = this.#target;
    return new Promise((resolve, reject) => {
      const headers = { "content-length": body.length };
      const sent = request({ host: "127.0.0.1", port, path, method: "POST", agent: this.#agent, headers }, (answer) => {
        buffer(answer).then((bytes) => {
          if (answer.statusCode === 200) resolve(bytes);
          else reject(new Error(`${path} answered ${answer.statusCode}: ${bytes.toString().slice(0, 500)}`));
        }, reject);
      });
      sent.once("error", reject);
      sent.end(body);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
