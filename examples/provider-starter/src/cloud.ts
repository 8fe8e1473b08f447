// The infrastructure as the controllers use it, and one in memory. Implement the same interface for yours: every call must be
// repeatable, because controllers call it again after any failure.

import type { KubeObject } from "@capstan/api";

/** The name of what belongs to an object: unique in the cloud, since a namespace has no dots, and the same in every call. */
export function cloudName({ metadata }: KubeObject): string {
  return `${metadata.namespace ?? ""}.${metadata.name ?? ""}`;
}

/** A server of the cloud. */
export interface Server {
  readonly id: string;
  readonly state: "starting" | "running";
  readonly address: string;
  readonly zone: string;
}

/** What a server is created from. */
export interface ServerRequest {
  readonly size: string;
  readonly zone: string;
  /** Runs at the first start and turns the server into a Node. */
  readonly userData: string;
}

/** What controllers call. */
export interface Cloud {
  /** Creates the server unless it exists, and returns its state. */
  ensureServer(name: string, request: ServerRequest): Promise<Server>;
  /** Deletes the server; true while it still exists. */
  deleteServer(name: string): Promise<boolean>;
  /** Creates the address of a control plane unless it exists. */
  ensureEndpoint(name: string): Promise<{ readonly host: string; readonly port: number }>;
  /** Releases the address. */
  deleteEndpoint(name: string): Promise<void>;
}

/**
 * A cloud in memory. A server runs from the second call on. A new process has no servers: after each restart in dev, all are created again, and
 * machines are not ready for a moment.
 */
export function memoryCloud(): Cloud {
  const servers = new Map<string, Server>();
  let nextAddress = 10;
  return {
    ensureServer(name, { zone }) {
      const known = servers.get(name);
      const server: Server = known
        ? { ...known, state: "running" }
        : { id: `server-${name}`, state: "starting", address: `10.0.0.${nextAddress++}`, zone };
      servers.set(name, server);
      return Promise.resolve(server);
    },
    deleteServer(name) {
      servers.delete(name);
      return Promise.resolve(false);
    },
    ensureEndpoint: (name) => Promise.resolve({ host: `${name}.starter.example.com`, port: 6443 }),
    deleteEndpoint: () => Promise.resolve(),
  };
}
