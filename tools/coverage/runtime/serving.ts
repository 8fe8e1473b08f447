// What is demanded of the server of an extension: its wire, its limits, its certificates, and how it is run.
import type { Demands } from "./demand.ts";
import { shown } from "./files.ts";

/** The demands. */
export const serving: Demands = {
  "serving/paths": shown(
    "paths are those that Cluster API builds, each handler at its own, below a prefix if there is one",
    ["wire", "the hook in small letters"],
    ["wire", "the hook with capitals"],
    ["wire", "no handler's name"],
    ["wire", "another method"],
    ["wire", "paths can have a prefix"],
  ),
  "serving/requests": shown(
    "a body is JSON in UTF-8 whatever the headers say; unknown fields pass, and missing optional ones too",
    ["wire", "Discovery is answered without a Content-Type, sorted by name"],
    ["wire", "unknown fields are ignored"],
    ["wire", "null is what Go writes for nothing"],
    ["answerCall", "a body that is not UTF-8"],
  ),
  "serving/large-bodies": shown(
    "a body of more than 20 MiB is a Failure, and no handler runs",
    ["wire", "a body beyond the limit is a Failure, and the handler is not run"],
    ["unreadBodies", "a caller has its answer before it has sent all"],
  ),
  "serving/responses": shown(
    "a response has its status, kind and apiVersion, and a delay in whole seconds where its hook has one",
    ["toResponse", "proceed"],
    ["toResponse", "fail of a hook that cannot block"],
    ["allHooks", "%s"],
  ),
  "serving/clusters": shown(
    "a Cluster of v1beta1, with or without its kind, arrives as one of v1beta2",
    ["answerCall", "the Cluster as v1beta2 without its status"],
    ["normalCluster", "there is nothing to convert"],
    ["normalCluster", "its control plane, with an empty apiVersion"],
  ),
  "serving/discovery": shown(
    "discovery is answered by every server, derived and sorted",
    ["wire", "Discovery is answered without a Content-Type, sorted by name"],
    ["define", "lists every handler by name, with what was defaulted"],
    ["topologyScenario", "core discovers both extensions"],
  ),
  "serving/several-of-one-hook": shown("a server can have several handlers of one hook", [
    "hookVersions",
    "a life-cycle hook can have several handlers, which are all called",
  ]),
  "serving/releases": shown("discovery leaves out hooks that the oldest release does not know", [
    "authoring",
    "releases of Cluster API",
  ]),
  "serving/concurrency": shown(
    "requests have limits together, and one does not hold up others",
    ["patchTemplates", "count once for all templates of a request"],
    ["connectionLimits", "callers that had an answer leave half of the places to new ones"],
  ),
  "serving/first-byte": shown(
    "calls at the same time and the time to the first byte have limits",
    ["requestPlaces", "a route whose requests do not end is answered with 503 soon"],
    ["slowCallers", "a connection whose first byte does not come is closed"],
  ),
  "serving/tls": shown(
    "TLS 1.2 at least; certificates are read again when they change; callers may have to have one",
    ["server", "a caller without TLS 1.2 is rejected"],
    ["certificates", "a server follows its directory, and keeps the working pair when the next one is broken"],
    ["server", "a client certificate identifies the caller"],
  ),
  "serving/authorities": shown(
    "the authorities of callers are read again when they change",
    ["authorities", "new connections use the authorities of a file that was replaced"],
    ["authorities", "a file without a certificate replaces no authorities"],
  ),
  "serving/http2": shown("HTTP/2 is offered by ALPN, beside HTTP/1.1", [
    "protocols",
    "assertion 2: discovery is the same over HTTP/1.1 and HTTP/2",
  ]),
  "serving/health": shown(
    "probes are plain HTTP on a port of their own",
    ["wire", "health probes are plain http on another port"],
    ["servers", "a failing check fails /readyz and not /healthz"],
  ),
  "serving/ready": shown(
    "readiness fails before the certificate expires, and when the server cannot answer discovery",
    ["health", "a certificate about to expire makes an extension not ready"],
    ["health", "discovery fails when another server answers"],
  ),
  "serving/metrics": shown("calls are counted and timed by hook, handler and status", [
    "metrics",
    "calls count by hook, handler, status and whether they ask for another",
  ]),
  "serving/shared-port": shown("hooks are routes, beside others, on a server that is there", [
    "servers",
    "own servers, health and metrics listen on their own ports",
  ]),
};
