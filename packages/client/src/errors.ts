// The errors of this package, as a table that `capstan explain` also reads. Rejections by the server become an ApiError (api-error.ts),
// all other failures a CapstanError. No value in a message is a secret.
import { type CapstanError, type DiagnosticRule, type ErrorDetails, errorFrom, errorOf } from "@capstan/kube";

/** The codes of ApiErrors. */
export type ApiErrorCode =
  | "client/already-exists"
  | "client/conflict"
  | "client/expired"
  | "client/field-conflict"
  | "client/forbidden"
  | "client/invalid"
  | "client/not-found"
  | "client/redirected"
  | "client/rejected"
  | "client/server-error"
  | "client/too-many-requests"
  | "client/unauthorized";

/** The codes of this package's errors. */
export type ClientErrorCode =
  | ApiErrorCode
  | "client/bad-answer"
  | "client/bad-credentials"
  | "client/bad-key"
  | "client/bad-kubeconfig"
  | "client/call-too-long"
  | "client/closed"
  | "client/expired-certificate"
  | "client/kubeconfig-object"
  | "client/incomplete-key"
  | "client/kubeconfig-field"
  | "client/kubeconfig-limit"
  | "client/limit"
  | "client/long-request"
  | "client/no-credentials"
  | "client/no-memory"
  | "client/no-selector"
  | "client/no-such-kind"
  | "client/not-adapted"
  | "client/not-http"
  | "client/not-tls"
  | "client/plugin-failed"
  | "client/plugin-package-missing"
  | "client/slow-server"
  | "client/timeout"
  | "client/tls-version"
  | "client/token-file"
  | "client/unreachable"
  | "client/untrusted-server"
  | "client/watch-silent";

const rejected = "cannot {doing}: {message}";
const checkAddress = "check that this is the address of an API server, not of a proxy or a login page";

/** Message, help and explanation of every error of this package by its code; `{name}` stands for a value of one error. `capstan explain` prints them. */
export const clientErrors: Readonly<Record<ClientErrorCode, DiagnosticRule>> = {
  "client/not-found": {
    severity: "error",
    message: rejected,
    explain: "The server has no such object, or does not serve its kind (404).",
  },
  "client/already-exists": {
    severity: "error",
    message: rejected,
    explain: "An object with that name exists already (409).",
  },
  "client/conflict": {
    severity: "error",
    message: rejected,
    explain: "Another writer changed the object after it was read (409). Read the object again and repeat the change.",
  },
  "client/field-conflict": {
    severity: "error",
    message: rejected,
    help: "leave these fields out of the applied object, or set `force` to take them over",
    explain:
      "A server-side apply has other values for fields that another manager owns (409). The message names the managers and the fields; `fieldConflictsOf` returns them. Another attempt has the same result, so it is not repeated. A controller that decides about a field sets `force`, and leaves out fields that others decide about.",
  },
  "client/invalid": {
    severity: "error",
    message: rejected,
    explain:
      "The object breaks a rule of its schema or of an admission webhook (422), or it is applied with a field that the schema does not declare (500). The message names the fields.",
  },
  "client/expired": {
    severity: "error",
    message: rejected,
    explain: "The resourceVersion or the page token is too old (410). List again.",
  },
  "client/too-many-requests": {
    severity: "error",
    message: rejected,
    explain: "The server limits the rate of requests (429), and did so for longer than the client waits.",
  },
  "client/unauthorized": {
    severity: "error",
    message: rejected,
    help: "get new credentials: the server does not accept the current ones",
    explain:
      "The token or the client certificate has expired, was revoked, or belongs to another cluster (401). When the credentials could not be renewed, the message says why.",
  },
  "client/forbidden": {
    severity: "error",
    message: rejected,
    help: "grant the permission with a Role or ClusterRole and a binding",
    explain: "The credentials are valid, but RBAC or an admission webhook does not allow the call (403).",
  },
  "client/rejected": {
    severity: "error",
    message: rejected,
    explain: "The server rejected the request with an HTTP status that has no code of its own.",
  },
  "client/redirected": {
    severity: "error",
    message: rejected,
    help: checkAddress,
    explain: "API servers never redirect. Proxies and login pages do. The client does not follow a redirect.",
  },
  "client/server-error": {
    severity: "error",
    message: rejected,
    help: "check the server with `kubectl get --raw /readyz`, and look at its logs",
    explain:
      "The server failed (5xx), also after the retries that are safe for this request. During a start or an upgrade this is transient.",
  },
  "client/unreachable": {
    severity: "error",
    message: "cannot {doing}: the API server {place} cannot be reached ({reason})",
    help: "check that the server runs and that the kubeconfig has its address",
    explain:
      "The connection failed, or was lost before the answer, also after the retries that are safe for this request.",
  },
  "client/untrusted-server": {
    severity: "error",
    message: "cannot {doing}: the certificate of the API server {place} is not trusted: {reason}",
    help: "{help}",
    explain:
      "The server's certificate has expired, is for another name, or is not signed by the authority in the credentials. When those could not be renewed, the message says why.",
  },
  "client/not-tls": {
    severity: "error",
    message: "cannot {doing}: the server {place} does not use TLS",
    help: "check the port; if the server really uses plain HTTP, start its address with http://",
    explain:
      "The server answered a TLS handshake with something else. Most often it listens for plain HTTP on this port.",
  },
  "client/tls-version": {
    severity: "error",
    message: "cannot {doing}: the API server {place} does not accept the version of TLS that the client uses",
    help: "allow TLS 1.2 in the server, or set limits.tls13 of the client for a server that you trust",
    explain:
      "The servers of others are called with TLS 1.2, in which certificates can be checked before OpenSSL decodes them: with hostile ones, that takes seconds. API servers accept it, unless `--tls-min-version` is set to VersionTLS13.",
  },
  "client/not-http": {
    severity: "error",
    message: "cannot {doing}: the server {place} does not answer with HTTP",
    help: "check the port; if the server uses TLS, start its address with https://",
    explain: "The server answered an HTTP request with something else. Most often it expects TLS on this port.",
  },
  "client/timeout": {
    severity: "error",
    message: "cannot {doing}: the API server {place} did not answer within {seconds} s",
    help: "check the load of the server, or give the call more time with timeoutMs",
    explain:
      "The server accepted the request, but its answer was not complete in time. A write may or may not have been done.",
  },
  "client/watch-silent": {
    severity: "error",
    message: "cannot {doing}: the API server {place} sent nothing for {seconds} s",
    explain:
      "A server sends a bookmark each minute on every watch, so a silent connection is dead. Watches resume automatically.",
  },
  "client/limit": {
    severity: "error",
    message: "cannot {doing}: the API server {place} exceeds the limit of {limit} {unit}",
    help: "set limits.{setting} of the client, if this server may send so much",
    explain:
      "A client takes no more from its server than its limits allow, so that no server can use up the memory or the time of the process. The connection was ended. `createClient` has the limits as an option; those for workload clusters are an option of the provider's manager.",
  },
  "client/long-request": {
    severity: "error",
    message: "cannot {doing}: the path and the query of the request have more than {limit} characters",
    help: "look at the names, versions and selectors in it, which the server may have sent; or set limits.requestCharacters of the client",
    explain:
      "Names, versions and page tokens become parts of the next requests. A server that somebody else owns could make them so long that the requests take up the memory of the process, so a longer one is not sent.",
  },
  "client/no-memory": {
    severity: "error",
    message:
      "cannot {doing}: with its answer, those of all servers in use would take too much memory; the API server is {place}",
    help: "repeat the call later; give the process more memory, or read lists in pages, if that happens without an attack",
    explain:
      "Each answer from a server that somebody else owns has limits, and all that are in use at the same moment have a common one, so that many servers cannot fill the memory of the process together. A manager counts an answer until the pass that has read it ends; what answers may take follows from the limit of the heap.",
  },
  "client/call-too-long": {
    severity: "error",
    message:
      "cannot {doing}: the API server {place} did not complete the call within {seconds} s, with all retries and pages",
    help: "check the load of the server, or set limits.callMs of the client",
    explain:
      "Each attempt was in time, but the server rejected or delayed so many of them that the whole call took too long. A write may or may not have been done.",
  },
  "client/slow-server": {
    severity: "error",
    message: "cannot {doing}: the API server {place} was so slow that calls to it are paused",
    help: "check the load of the server and the network to it, or set limits.slowShare of the client",
    explain:
      "Calls that wait for a slow server hold the workers that others need. The calls to a server of somebody else may take 30 s at once, and a tenth of the time after that; calls of up to 0.1 s do not count. No call was sent. Calls are sent again within five minutes.",
  },
  "client/bad-answer": {
    severity: "error",
    message: "cannot {doing}: the server {place} answered with {what} instead of {wanted}",
    help: checkAddress,
    explain:
      "The server answered with success, but not as the Kubernetes API does, so it is not an API server: most often a proxy, a login page or another service at this address.",
  },
  "client/closed": {
    severity: "error",
    message: "cannot {doing}: the client is closed",
    explain: "The program used the client after it had closed it.",
  },
  "client/incomplete-key": {
    severity: "error",
    message: "the key of a {kind} has no {what}",
    help: "set the {what} in the key",
    explain:
      "A request without a name or a namespace would address a list instead of one object. An object that is not stored yet may have neither.",
  },
  "client/bad-key": {
    severity: "error",
    message: "the {what} in the key of a {kind} {problem}",
    help: "use the name of an object; names have 253 characters at most",
    explain:
      "The key becomes a path. What a server that somebody else owns has sent in place of a name can be of any type and any length.",
  },
  "client/no-selector": {
    severity: "error",
    message: "cannot {doing}: no selector says which objects are meant",
    help: "give `labelSelector` or `fieldSelector`, none of them empty, or `all: true` to delete every object",
    explain:
      "An empty selector matches every object, so a selector that a program has made of nothing would delete all of a kind. Where that is meant, `all` says so.",
  },
  "client/no-such-kind": {
    severity: "error",
    message: "the API server {place} does not serve the kind {kind} in {apiVersion}",
    help: "install the CustomResourceDefinition of the kind, or correct apiVersion and kind",
    explain:
      "The server's discovery does not list the kind. Usually its CRD is not installed, or does not serve this version.",
  },
  "client/no-credentials": {
    severity: "error",
    message: "no API server is configured: {tried}",
    help: "set a kubeconfig with --kubeconfig or KUBECONFIG, or run inside a cluster",
    explain:
      "Credentials are searched in this order: the path given, KUBECONFIG, the ServiceAccount of a pod, ~/.kube/config.",
  },
  "client/bad-kubeconfig": {
    severity: "error",
    message: "the kubeconfig {file} cannot be used: {reason}",
    help: "check it with `kubectl config view` and correct it",
    explain: "The file does not parse, or its context, cluster or user is missing or incomplete.",
  },
  "client/kubeconfig-field": {
    severity: "error",
    message: "the kubeconfig {file} cannot be used: {field} {problem}",
    help: "{help}",
    explain:
      "A field of the selected cluster, user or context has a value that cannot be used. Values are not in the message when they can be secrets.",
  },
  "client/kubeconfig-limit": {
    severity: "error",
    message: "the kubeconfig {file} cannot be used: it has more than {limit} {unit}",
    help: "keep one cluster, one user and one context in it, or set `limits` of parseKubeconfig",
    explain:
      "A kubeconfig that somebody else has written is rejected before it is parsed when it is too large: parsing it would hold the event loop of the process. One with a single cluster has about 10 KB and 100 parts.",
  },
  "client/kubeconfig-object": {
    severity: "error",
    message: "the KubeConfig of @kubernetes/client-node cannot be used: {reason}",
    help: "{help}",
    explain:
      "A client can be made from a KubeConfig that has a current context with a cluster, and whose user has a token, a client certificate or a program that issues one of them. Proxies, passwords and impersonation are not supported.",
  },
  "client/not-adapted": {
    severity: "error",
    message: "cannot {doing}: {what}",
    help: "{help}",
    explain:
      "The API classes of @kubernetes/client-node were made with `makeApiClient`, which sends their requests through a client of Capstan. It reads each answer to its end, and sends JSON with the headers that the API classes set themselves. What needs more goes over another way.",
  },
  "client/bad-credentials": {
    severity: "error",
    message: "the credentials for {server} cannot be used: {reason}",
    help: "{help}",
    explain:
      "The address is not a URL, the token cannot be sent in a header, the certificate authority, client certificate or key does not parse, or the key belongs to another certificate.",
  },
  "client/expired-certificate": {
    severity: "error",
    message: "the client certificate for {server} expired at {until}",
    help: "get new credentials, or correct this computer's clock",
    explain:
      "The server would reject the connection, or answer 401. The client checks this before it connects, and again when the certificate is rotated.",
  },
  "client/token-file": {
    severity: "error",
    message: 'cannot read the token file "{file}"',
    help: "check that the file exists and that this process may read it",
    explain:
      "The credentials name a file that contains the token, as in a Pod, and it could not be read. No request is sent without it: the server would treat it as anonymous.",
  },
  "client/plugin-failed": {
    severity: "error",
    message: "the kubeconfig's {what} returned no credentials: {reason}",
    help: "try the same login with `kubectl auth whoami`",
    explain: "The user of the kubeconfig gets its credentials from a program or an identity provider, and that failed.",
  },
  "client/plugin-package-missing": {
    severity: "error",
    message: "the kubeconfig's {what} needs the package @kubernetes/client-node, which is not installed",
    help: "run `npm install @kubernetes/client-node@2`, or use a kubeconfig with a token or a client certificate",
    explain:
      "Credentials from an identity provider (auth-provider) are read by @kubernetes/client-node. It is an optional peer dependency of @capstan/client, because it takes 62 MB and programs in a cluster do not need it.",
  },
};

/** Creates one of this package's errors that is not a rejection by the server. */
export function clientError(
  code: Exclude<ClientErrorCode, ApiErrorCode>,
  values: NonNullable<ErrorDetails["values"]>,
  cause?: unknown,
): CapstanError {
  return errorOf(clientErrors, code, { values, cause });
}

/** The message of JSON.parse or of `yaml`, without its quotation of the input, which may contain a secret. */
export function parserReason(error: unknown): string {
  const [complaint = ""] = errorFrom(error).message.split(/\n|, (?:\.\.\.)?"/);
  return complaint.startsWith('"') ? "it is not JSON" : complaint.replace(/:$/, "");
}
