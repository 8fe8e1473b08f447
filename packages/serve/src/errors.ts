// The errors of this package, as a table that `capstan explain` also reads. Messages contain file names, ports and dates, never a secret.
import { type CapstanError, type DiagnosticRule, type ErrorDetails, errorOf } from "@capstan/kube";

/** The codes of this package's errors. */
export type ServeErrorCode =
  | "serve/bad-ip-address"
  | "serve/bad-listen-address"
  | "serve/body-cut"
  | "serve/body-not-json"
  | "serve/body-too-large"
  | "serve/busy"
  | "serve/cannot-listen"
  | "serve/certificate-expired"
  | "serve/certificate-key-mismatch"
  | "serve/certificate-missing"
  | "serve/certificate-not-yet-valid"
  | "serve/certificate-unreadable"
  | "serve/client-ca"
  | "serve/connection-busy"
  | "serve/duplicate-route"
  | "serve/json-too-deep"
  | "serve/json-too-many-shapes"
  | "serve/json-too-many-values"
  | "serve/port-in-use";

/** Message, help and explanation of every error of this package by its code; `{name}` stands for a value of one error. `capstan explain` prints them. */
export const serveErrors: Readonly<Record<ServeErrorCode, DiagnosticRule>> = {
  "serve/port-in-use": {
    severity: "error",
    message: "cannot listen on {address}: the port is in use by another process",
    help: "stop the process that listens on port {port}, or choose another port (0 selects any free one)",
    explain: "Only one process can listen on a port of an address. Often it is an earlier run of the same program.",
  },
  "serve/cannot-listen": {
    severity: "error",
    message: "cannot listen on {address}: {reason}",
    help: "choose an address of this computer and a port above 1023",
    explain:
      "The operating system rejected the address or the port: it is not an address of this computer, or the port needs more permissions.",
  },
  "serve/client-ca": {
    severity: "error",
    message: "the certificates that callers are checked against cannot be used: {reason}",
    help: "give one or more certificates of authorities in PEM",
    explain:
      "With an empty list, TLS would accept the authorities that Node trusts by default, so the server does not start.",
  },
  "serve/bad-listen-address": {
    severity: "error",
    message: '"{address}" is not an address to listen on',
    help: 'write host:port, for example "127.0.0.1:9440", or ":9440" for every address of this computer',
    explain:
      "Addresses have Go's notation: a host, a colon and a port. An empty host means all addresses. IPv6 hosts are in brackets.",
  },
  "serve/certificate-missing": {
    severity: "error",
    message: "cannot read the server's certificate: {file}: {reason}",
    help: "mount the certificate's Secret there, or correct the directory",
    explain:
      "The server reads its certificate and key from a directory, usually a mounted Secret of type kubernetes.io/tls. One of the two files cannot be read.",
  },
  "serve/certificate-unreadable": {
    severity: "error",
    message: "the server's {what} ({where}) is not valid PEM: {reason}",
    help: "use one PEM certificate chain and its unencrypted private key",
    explain: "The certificate or the key does not parse. A key that needs a passphrase is not supported.",
  },
  "serve/certificate-expired": {
    severity: "error",
    message: "the server's certificate ({where}) expired at {at}",
    help: "renew it; with cert-manager, the status of the Certificate says why it was not renewed",
    explain: "Clients reject an expired certificate, so every call would fail. The server reports it at the start.",
  },
  "serve/certificate-not-yet-valid": {
    severity: "error",
    message: "the server's certificate ({where}) is not valid before {at}",
    help: "check the clock of this computer, or wait",
    explain: "Clients reject a certificate before it is valid. Nearly always a clock is wrong.",
  },
  "serve/certificate-key-mismatch": {
    severity: "error",
    message: "the server's private key ({where}) does not belong to its certificate",
    help: "use the key that the certificate was created with",
    explain:
      "The two files belong to different pairs. During a rotation this is normal for a moment, and the earlier pair stays in use.",
  },
  "serve/duplicate-route": {
    severity: "error",
    message: "two routes have {method} {path}",
    help: "give each route its own path",
    explain:
      "A server finds a route by method and path, so each pair must be unique. Usually two handlers have the same name.",
  },
  "serve/bad-ip-address": {
    severity: "error",
    message: '"{address}" is not an IP address',
    help: "write IPv4 as 10.0.0.1 and IPv6 as fd00::1; put names into dnsNames",
    explain:
      "A certificate contains the addresses of its server as bytes, so each must be a plain IPv4 or IPv6 address.",
  },
  "serve/body-too-large": {
    severity: "error",
    message: "the request body is larger than {limit} bytes (limits.bodyBytes)",
    explain:
      "The server stops reading at the limit, so that one caller cannot fill its memory. After 1,024 pieces of a body, each counts as at least 64 bytes. The author of the program sets it with `limits.bodyBytes`.",
  },
  "serve/busy": {
    severity: "error",
    message: "the server has no room for more than {limit} {what} (limits.{setting}); send the request again",
    explain:
      "The server keeps the bodies of requests until they are answered, and has a budget for all of them, so that many callers cannot fill its memory. When it is used up, bodies that arrive slowly make room for others. The answer is 503 with Retry-After. What is parsed of them has budgets of values and of field names as well, `limits.inFlightValues` and `limits.inFlightShapes`. The author of the program sets the budget with `limits.inFlightBytes`; the container needs memory for several times as much. Of requests whose bodies are complete it works on no more than `limits.requests` at once.",
  },
  "serve/connection-busy": {
    severity: "error",
    message:
      "the bodies of unanswered requests on this connection are larger than {limit} bytes together (limits.bodyBytes)",
    explain:
      "The requests that one connection sends before it has answers may have one largest body together. Send them one after the other, or over several connections.",
  },
  "serve/json-too-deep": {
    severity: "error",
    message: "the request body has more than {limit} objects and lists inside each other (limits.jsonDepth)",
    explain:
      "Code that walks a deeply nested value overflows the stack, so such JSON is rejected before it is parsed. The author of the program sets the limit with `limits.jsonDepth`.",
  },
  "serve/json-too-many-values": {
    severity: "error",
    message: "the request body has more than {limit} values (limits.jsonValues)",
    explain:
      "Nothing else runs while JSON is parsed, and the time depends on the number of its values. They are counted before it is parsed. The author of the program sets the limit with `limits.jsonValues`.",
  },
  "serve/json-too-many-shapes": {
    severity: "error",
    message:
      "the field names of the objects in the request body have more than {limit} different beginnings (limits.jsonShapes)",
    explain:
      "Nothing else runs while JSON is parsed. An object takes longest when its field names, in their order, begin like those of no object before it: the parser keeps a record for each beginning. They are counted before a body is parsed. The author of the program sets the limit with `limits.jsonShapes`.",
  },
  "serve/body-not-json": {
    severity: "error",
    message: "the request body is not JSON: {reason}",
    explain: "The route reads its body as JSON, and the body does not parse.",
  },
  "serve/body-cut": {
    severity: "error",
    message: "the caller disconnected before the request body was complete",
    explain: "The connection ended within the body, so no answer can be sent.",
  },
};

/** Creates one of this package's errors. */
export function serveError(code: ServeErrorCode, values: ErrorDetails["values"] = {}, cause?: unknown): CapstanError {
  return errorOf(serveErrors, code, { values, cause });
}
