// The infrastructure behind the provider, as the controllers see it, and one that lives in memory. Put your own behind the same
// interface: every call must be repeatable, because controllers ask again after any failure.

/** A server of the cloud. */
export interface Server {
  readonly id: string;
  readonly state: "starting" | "running";
  readonly address: string;
  readonly zone: string;
}

/** What a server is made from. */
export interface ServerRequest {
  readonly size: string;
  readonly zone: string;
  /** Runs at the first start; it makes the server a Node. */
  readonly userData: string;
}

/** What controllers ask of the cloud. */
export interface Cloud {
  /** Makes the server unless it is there, and says how it is. */
  ensureServer(name: string, request: ServerRequest): Promise<Server>;
  /** Ends the server; true as long as something of it is left. */
  deleteServer(name: string): Promise<boolean>;
  /** Makes the address under which a control plane is reached unless it is there. */
  ensureEndpoint(name: string): Promise<{ readonly host: string; readonly port: number }>;
  /** Gives the address back. */
  deleteEndpoint(name: string): Promise<void>;
}

/** A cloud in memory. A server is running when it is asked for the second time. */
export function memoryCloud(): Cloud {
  const servers = new Map<string, Server>();
  return {
    ensureServer(name, { zone }) {
      const known = servers.get(name);
      const server: Server = known
        ? { ...known, state: "running" }
        : { id: `server-${name}`, state: "starting", address: `10.0.0.${servers.size + 10}`, zone };
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
