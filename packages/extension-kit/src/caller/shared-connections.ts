// One connection to each extension, with keep-alive, for all its handlers. A connection that nobody needs any more ends after its last call.
import { connectExtension, type ExtensionAddress, type ExtensionConnection } from "./connection.ts";

interface Shared {
  readonly connection: ExtensionConnection;
  calls: number;
}

/** The most connections that are kept. An extension whose certificate authority was replaced has another connection. */
const mostConnections = 100;

/** Connections by address, certificates and limits. */
export class SharedConnections {
  /** In the order of their last use. */
  readonly #shared = new Map<string, Shared>();

  /** Lends the connection to an address for one call. */
  async use<T>(address: ExtensionAddress, call: (connection: ExtensionConnection) => Promise<T>): Promise<T> {
    const key = JSON.stringify(address);
    const shared = this.#shared.get(key) ?? { connection: connectExtension(address), calls: 0 };
    this.#shared.delete(key);
    this.#shared.set(key, shared);
    this.#endOldest();
    shared.calls += 1;
    try {
      return await call(shared.connection);
    } finally {
      shared.calls -= 1;
      if (shared.calls === 0 && this.#shared.get(key) !== shared) shared.connection.close();
    }
  }

  /** Ends all connections; calls that run end first. */
  close(): void {
    for (const key of this.#shared.keys()) this.#end(key);
  }

  #endOldest(): void {
    const [oldest] = this.#shared.keys();
    if (oldest !== undefined && this.#shared.size > mostConnections) this.#end(oldest);
  }

  #end(key: string): void {
    const shared = this.#shared.get(key);
    this.#shared.delete(key);
    if (shared?.calls === 0) shared.connection.close();
  }
}
