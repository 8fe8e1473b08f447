// The proxy of a local cluster, with one Service behind it.
import { createServer } from "node:net";
import { startConnectProxy } from "../../../packages/local-cluster/src/network/connect-proxy.ts";
import { createProxyCredential } from "../../../packages/local-cluster/src/network/proxy-credential.ts";
import { portOf } from "@capstan/testenv/host";

/** Where the proxy is, and how its own processes reach it. */
export interface ProxyVictim {
  readonly port: number;
  readonly url: string;
}

export async function start(): Promise<ProxyVictim> {
  const echo = createServer((socket) => socket.on("error", () => socket.destroy()).pipe(socket));
  await new Promise<void>((resolve) => echo.listen(0, "127.0.0.1", resolve));
  const credential = createProxyCredential();
  const proxy = await startConnectProxy({
    listen: { port: 0, credential },
    route: (host) => (host === "echo.team.svc" ? { port: portOf(echo) } : { unavailable: `no Service is ${host}` }),
  });
  const port = portOf(proxy.server);
  return { port, url: credential.url(port) };
}
