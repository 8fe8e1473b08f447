// From a Service's address to the local port of the process behind it: by cluster IP, as the API server calls, or by name, as
// programs call. Used by local-cluster.ts for both proxies. Pure.
import type { Service, ServicePort } from "@capstan/kube/builtin";
import type { Route } from "./connect-proxy.ts";

/** A process that may be behind a Service. */
export interface Backend {
  readonly namespace: string;
  readonly name: string;
  /** The labels of its Pods. */
  readonly labels: Readonly<Record<string, string>>;
  readonly pid: number | undefined;
  localPort(port: string | number): number | undefined;
}

/** What is there at the moment. */
export interface Network {
  readonly services: readonly Service[];
  readonly backends: readonly Backend[];
}

/** Where a connection to this address goes; what is no Service's goes where it says. */
export function routeToService(host: string, port: number, { services, backends }: Network): Route {
  const service = services.find((candidate) => addresses(candidate).includes(host));
  if (service === undefined) return "direct";
  const { namespace = "", name = "" } = service.metadata;
  const servicePort = service.spec?.ports?.find((candidate) => candidate.port === port);
  if (servicePort === undefined) return { refused: `the Service ${namespace}/${name} has no port ${port}` };
  const backend = backends.find((candidate) => candidate.namespace === namespace && selects(service, candidate));
  if (backend === undefined) return { refused: `no Deployment is behind the Service ${namespace}/${name}` };
  if (backend.pid === undefined)
    return { refused: `the process of the Deployment ${namespace}/${backend.name} does not run` };
  return portRoute(servicePort, backend);
}

function portRoute({ port, targetPort }: ServicePort, backend: Backend): Route {
  const local = backend.localPort(targetPort ?? port);
  return local === undefined
    ? { refused: `the Deployment ${backend.namespace}/${backend.name} has no port ${targetPort ?? port}` }
    : { port: local };
}

function addresses({ metadata, spec }: Service): string[] {
  const name = `${metadata.name ?? ""}.${metadata.namespace ?? ""}`;
  return [spec?.clusterIP ?? "", name, `${name}.svc`, `${name}.svc.cluster.local`];
}

/** A Service without selector has no backends of its own. */
function selects({ spec }: Service, { labels }: Backend): boolean {
  const selector = Object.entries(spec?.selector ?? {});
  return selector.length > 0 && selector.every(([key, value]) => labels[key] === value);
}
