// Which local port a Service's host and port lead to.
import type { Service } from "@capstan/kube/builtin";
import { expect, test } from "vitest";
import { type Backend, routeToService } from "./services.ts";

const service = (name: string, selector: Record<string, string>): Service => ({
  apiVersion: "v1",
  kind: "Service",
  metadata: { namespace: "team", name },
  spec: { clusterIP: `10.0.0.${name.length}`, selector, ports: [{ port: 443, targetPort: "webhook-server" }] },
});
const backend = (name: string, more: Partial<Backend> = {}): Backend => ({
  namespace: "team",
  name,
  labels: { app: name },
  pid: 1,
  localPort: (port) => (port === "webhook-server" ? 40001 : undefined),
  ...more,
});
const network = {
  services: [
    service("web", { app: "web" }),
    service("down", { app: "down" }),
    service("alone!", { app: "nobody" }),
    service("portless", { app: "portless" }),
  ],
  backends: [
    backend("web"),
    backend("down", { pid: undefined }),
    backend("portless", { localPort: () => undefined }),
    backend("nobody", { namespace: "other" }),
  ],
};

const cases = [
  { host: "10.0.0.3", port: 443, want: { port: 40001 } },
  { host: "web.team.svc", port: 443, want: { port: 40001 } },
  { host: "web.team.svc.cluster.local", port: 443, want: { port: 40001 } },
  { host: "web.team", port: 443, want: { port: 40001 } },
  { host: "example.test", port: 443, want: "direct" },
  { host: "127.0.0.1", port: 443, want: "direct" },
  { host: "web.team.svc", port: 80, want: { unavailable: "the Service team/web has no port 80" } },
  { host: "down.team.svc", port: 443, want: { unavailable: "the process of the Deployment team/down does not run" } },
  { host: "alone!.team.svc", port: 443, want: { unavailable: "no Deployment is behind the Service team/alone!" } },
  {
    host: "portless.team.svc",
    port: 443,
    want: { unavailable: "the Deployment team/portless has no port webhook-server" },
  },
];
for (const { host, port, want } of cases) {
  test(`${host}:${port} leads to ${JSON.stringify(want)}`, () =>
    expect(routeToService(host, port, network)).toEqual(want));
}
