// Paths that are not resources: the root, health and version. They need no authentication, as on a real server.
import { sendJson, sendText, type Exchange } from "./exchange.ts";

const version = {
  major: "1",
  minor: "36",
  gitVersion: "v1.36.0+capstan",
  gitCommit: "",
  gitTreeState: "clean",
  buildDate: "1970-01-01T00:00:00Z",
  goVersion: "none",
  compiler: "node",
  platform: "any",
};

const ok = (exchange: Exchange): void => sendText(exchange, 200, "ok");

/** Handlers by path. */
export const fixedPaths: Readonly<Record<string, ((exchange: Exchange) => void) | undefined>> = {
  // Cluster API probes the root to check whether a cluster is reachable.
  "/": (exchange) =>
    sendJson(exchange, 200, JSON.stringify({ paths: ["/api", "/apis", "/healthz", "/livez", "/readyz", "/version"] })),
  "/healthz": ok,
  "/livez": ok,
  "/readyz": ok,
  "/version": (exchange) => sendJson(exchange, 200, JSON.stringify(version)),
};
