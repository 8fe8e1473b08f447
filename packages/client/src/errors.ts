// Everything that can go wrong on the way to an API server and back, as a table that `capstan explain` also reads.
// Answers of the server become an ApiError (api-error.ts), the rest a CapstanError. No text here takes a secret.
import { type CapstanError, type DiagnosticRule, type ErrorDetails, errorOf } from "@capstan/kube";

/** The codes of refusals, each with its ApiError. */
export type ApiErrorCode =
  | "client/already-exists"
  | "client/conflict"
  | "client/expired"
  | "client/forbidden"
  | "client/invalid"
  | "client/not-found"
  | "client/refused"
  | "client/server-error"
  | "client/too-many-requests"
  | "client/unauthorized";

/** The codes of this package's errors. */
export type ClientErrorCode =
  | ApiErrorCode
  | "client/bad-answer"
  | "client/bad-credentials"
  | "client/bad-kubeconfig"
  | "client/closed"
  | "client/expired-certificate"
  | "client/incomplete-key"
  | "client/no-credentials"
  | "client/no-such-kind"
  | "client/plugin-failed"
  | "client/timeout"
  | "client/token-file"
  | "client/unreachable"
  | "client/untrusted-server"
  | "client/watch-silent";

const refusal = "cannot {doing}: {message}";

/** The errors of this package by code. */
export const clientErrors: Readonly<Record<ClientErrorCode, DiagnosticRule>> = {
  "client/not-found": {
    severity: "error",
    message: refusal,
    explain: "The server has no such object, or does not serve its kind (404).",
  },
  "client/already-exists": {
    severity: "error",
    message: refusal,
    explain: "An object of that name exists already (409).",
  },
  "client/conflict": {
    severity: "error",
    message: refusal,
    explain:
      "Someone else changed the object since it was read, or owns the field (409). Read it again and repeat the change.",
  },
  "client/invalid": {
    severity: "error",
    message: refusal,
    explain: "The object breaks a rule of its schema or of an admission webhook (422). The message names the fields.",
  },
  "client/expired": {
    severity: "error",
    message: refusal,
    explain: "The resourceVersion or the page's token is too old for the server to serve (410). List again.",
  },
  "client/too-many-requests": {
    severity: "error",
    message: refusal,
    explain: "The server sheds load (429), and did so for longer than the client waits.",
  },
  "client/unauthorized": {
    severity: "error",
    message: refusal,
    hint: "get new credentials: the server does not accept these",
    explain: "The token or the client certificate is expired, revoked, or of another cluster (401).",
  },
  "client/forbidden": {
    severity: "error",
    message: refusal,
    hint: "give this user the right by a Role or ClusterRole and its binding",
    explain: "The credentials are good, but RBAC or an admission webhook does not allow the call (403).",
  },
  "client/refused": {
    severity: "error",
    message: refusal,
    explain: "The server refused the request with a status that has no code of its own here.",
  },
  "client/server-error": {
    severity: "error",
    message: refusal,
    explain: "The server failed (5xx), also after the retries that are safe for this request.",
  },
  "client/unreachable": {
    severity: "error",
    message: "cannot {doing}: the API server at {server} cannot be reached ({reason})",
    hint: "check that the server runs and that the address in the kubeconfig is its address",
    explain:
      "No connection to the server came about, or it was lost before the answer, also after the retries that are safe for this request.",
  },
  "client/untrusted-server": {
    severity: "error",
    message: "cannot {doing}: the API server at {server} shows a certificate that cannot be trusted ({reason})",
    hint: "check that the kubeconfig's certificate-authority is that of this server, and that its address is in the server's certificate",
    explain:
      "The server's certificate is expired, for another name, or not signed by the authority of the credentials.",
  },
  "client/timeout": {
    severity: "error",
    message: "cannot {doing}: the API server at {server} did not answer within {seconds} s",
    hint: "check the load of the server, or give the call more time by timeoutMs",
    explain: "The server took the request but no complete answer came in time. Whether a write was done is not known.",
  },
  "client/watch-silent": {
    severity: "error",
    message: "cannot {doing}: the API server at {server} said nothing for {seconds} s",
    explain:
      "A server sends a bookmark each minute on every watch, so a silent connection is a dead one. Watches resume by themselves.",
  },
  "client/bad-answer": {
    severity: "error",
    message: "cannot {doing}: the answer of {server} is not JSON: {reason}",
    hint: "check that this is the address of an API server, not of a proxy or a login page",
    explain: "What answers there does not speak Kubernetes' API.",
  },
  "client/closed": {
    severity: "error",
    message: "cannot {doing}: the client is closed",
    explain: "The program closed this client and then used it.",
  },
  "client/incomplete-key": {
    severity: "error",
    message: "a {kind} is addressed by a key without a {what}",
    hint: "give the key a {what}",
    explain:
      "An empty name or namespace would address a list of objects instead of one. Objects that the server has not stored yet may have neither.",
  },
  "client/no-such-kind": {
    severity: "error",
    message: "the API server at {server} serves no kind {kind} in {apiVersion}",
    hint: "install the CustomResourceDefinition of that kind, or correct apiVersion and kind",
    explain:
      "The server's discovery does not list the kind. Usually its CRD is not installed, or serves another version.",
  },
  "client/no-credentials": {
    severity: "error",
    message: "no API server to talk to: {tried}",
    hint: "give a kubeconfig by --kubeconfig or KUBECONFIG, or run inside a cluster",
    explain:
      "Credentials are looked for in this order: the path given, KUBECONFIG, the ServiceAccount of a pod, ~/.kube/config.",
  },
  "client/bad-kubeconfig": {
    severity: "error",
    message: "the kubeconfig {file} cannot be used: {reason}",
    hint: "look at it with `kubectl config view` and correct it",
    explain: "The file does not parse, or its context, cluster or user is missing or incomplete.",
  },
  "client/bad-credentials": {
    severity: "error",
    message: "the credentials for {server} cannot be used: {reason}",
    hint: "certificates and keys must be PEM, and belong together",
    explain:
      "The certificate authority, client certificate or key does not parse, or the key is not the certificate's.",
  },
  "client/expired-certificate": {
    severity: "error",
    message: "the client certificate for {server} expired at {until}",
    hint: "get new credentials, or correct this computer's clock",
    explain:
      "The server would only refuse the connection, or answer 401. Found before anything is asked of it; rotated certificates are looked at again.",
  },
  "client/token-file": {
    severity: "error",
    message: 'cannot read the token file "{file}"',
    hint: "check that the file exists and that this process may read it",
    explain:
      "The credentials name a file that holds the token, as in a Pod, and it could not be read even once. Nothing is asked of the server without it: it would answer an anonymous user.",
  },
  "client/plugin-failed": {
    severity: "error",
    message: "the kubeconfig's {what} gave no credentials: {reason}",
    hint: "run the same login by kubectl and see what it says",
    explain: "The user of the kubeconfig gets its credentials from a program or an identity provider, and that failed.",
  },
};

/** Makes one of this package's errors that is no answer of the server. */
export function clientError(
  code: Exclude<ClientErrorCode, ApiErrorCode>,
  values: NonNullable<ErrorDetails["values"]>,
  cause?: unknown,
): CapstanError {
  return errorOf(clientErrors, code, { values, cause });
}
