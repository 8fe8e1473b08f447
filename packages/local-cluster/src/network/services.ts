// Maps a Service's address, a cluster IP or a name, to the local port of the process behind it.
import type { Service, ServicePort } from "@capstan/kube/builtin";
import type { ProxyRoute } from "./connect-proxy.ts";

/** A process that may be behind a Service. */
export interface Backend {
  readonly namespace: string;
  readonly name: string;
  /** The labels of its Pods. */
  readonly labels: Readonly<Record<string, string>>;
  readonly pid: number | undefined;
  localPort(port: string | number): number | undefined;
}

/** The current Services and processes. */
export interface Network {
  readonly services: readonly Service[];
  readonly backends: readonly Backend[];
}

/** Where a connection to an address goes; addresses that are not a Service's are not changed. */
export function routeToService(host: string, port: number, { services, backends }: Network): ProxyRoute {
  const service = services.find((candidate) => addresses(candidate).includes(host));
  if (service === undefined) return "direct";
  const { namespace = "", name = "" } = service.metadata;
  const servicePort = service.spec?.ports?.find((candidate) => candidate.port === port);
  if (servicePort === undefined) return { unavailable: `the Service ${namespace}/${name} has no port ${port}` };
  const backend = backends.find((candidate) => candidate.namespace === namespace && selects(service, candidate));
  if (backend === undefined) return { unavailable: `no Deployment is behind the Service ${namespace}/${name}` };
  if (backend.pid === undefined)
    return { unavailable: `the process of the Deployment ${namespace}/${backend.name} does not run` };
  return portRoute(servicePort, backend);
}

function portRoute({ port, targetPort }: ServicePort, backend: Backend): ProxyRoute {
  const local = backend.localPort(targetPort ?? port);
  return local === undefined
    ? { unavailable: `the Deployment ${backend.namespace}/${backend.name} has no port ${targetPort ?? port}` }
    : { port: local };
}

function addresses({ metadata, spec }: Service): string[] {
  const name = `${metadata.name ?? ""}.${metadata.namespace ?? ""}`;
  return [spec?.clusterIP ?? "", name, `${name}.svc`, `${name}.svc.cluster.local`];
}

/** A Service without a selector has no backends. */
function selects({ spec }: Service, { labels }: Backend): boolean {
  const selector = Object.entries(spec?.selector ?? {});
  return selector.length > 0 && selector.every(([key, value]) => labels[key] === value);
}
