// Everything that can go wrong between starting a server and stopping it, as a table that `capstan explain` also reads.
// Raised through `errorOf`. No text here takes a secret: file names, ports and dates only.
import { type CapstanError, type DiagnosticRule, type ErrorDetails, errorOf } from "@capstan/kube";

/** The codes of this package's errors. */
export type ServeErrorCode =
  | "serve/bad-ip-address"
  | "serve/bad-listen-address"
  | "serve/body-cut"
  | "serve/body-not-json"
  | "serve/body-too-large"
  | "serve/cannot-listen"
  | "serve/certificate-expired"
  | "serve/certificate-key-mismatch"
  | "serve/certificate-missing"
  | "serve/certificate-not-yet-valid"
  | "serve/certificate-unreadable"
  | "serve/port-in-use"
  | "serve/route-twice";

/** The errors of this package by code. */
export const serveErrors: Readonly<Record<ServeErrorCode, DiagnosticRule>> = {
  "serve/port-in-use": {
    severity: "error",
    message: "cannot listen on {address}: the port is in use by another process",
    hint: "stop the process that listens on port {port}, or choose another port (0 takes any free one)",
    explain:
      "Only one process can listen on a port of an address. Often an earlier run of the same program is still there.",
  },
  "serve/cannot-listen": {
    severity: "error",
    message: "cannot listen on {address}: {reason}",
    hint: "choose an address of this computer and a port that this user may open (above 1023)",
    explain:
      "The operating system refused the address or the port: it is not an address of this computer, or the port needs more rights.",
  },
  "serve/bad-listen-address": {
    severity: "error",
    message: '"{text}" is not an address to listen on',
    hint: 'write host:port, for example "127.0.0.1:9440", or ":9440" for every address of this computer',
    explain:
      "Addresses are written as in Go: a host, a colon and a port. An empty host means all addresses. IPv6 hosts stand in brackets.",
  },
  "serve/certificate-missing": {
    severity: "error",
    message: "cannot read the certificate of the server: {file}: {reason}",
    hint: "mount the certificate's Secret there, or name the right directory",
    explain:
      "The server reads its certificate and key from a directory, as a Secret of type kubernetes.io/tls is mounted. One of the two files cannot be read.",
  },
  "serve/certificate-unreadable": {
    severity: "error",
    message: "{what} of the server ({where}) is not valid PEM: {reason}",
    hint: "give one PEM certificate chain and its unencrypted private key",
    explain: "The certificate or the key does not parse. A key that needs a passphrase is not supported.",
  },
  "serve/certificate-expired": {
    severity: "error",
    message: "the certificate of the server ({where}) expired at {at}",
    hint: "renew it; with cert-manager, look at the Certificate's status for why it was not renewed",
    explain:
      "Clients refuse an expired certificate, so every call would fail. The server says so at the start instead.",
  },
  "serve/certificate-not-yet-valid": {
    severity: "error",
    message: "the certificate of the server ({where}) is not valid before {at}",
    hint: "check the clock of this computer, or wait",
    explain: "Clients refuse a certificate before its first day. Nearly always a clock is wrong.",
  },
  "serve/certificate-key-mismatch": {
    severity: "error",
    message: "the private key of the server ({where}) does not belong to its certificate",
    hint: "give the key that the certificate was made for",
    explain:
      "The two files come from different pairs; during a rotation that is seen for an instant and the old pair stays in use.",
  },
  "serve/route-twice": {
    severity: "error",
    message: "two routes answer {method} {path}",
    hint: "give each route a path of its own",
    explain:
      "A server finds a route by method and path, so each pair can have one answer only. Usually two handlers share a name.",
  },
  "serve/bad-ip-address": {
    severity: "error",
    message: '"{text}" is not an IP address that a certificate can carry',
    hint: "write IPv4 as 10.0.0.1 and IPv6 as fd00::1; names belong in dnsNames",
    explain: "A certificate lists the addresses of its server as bytes, so each must be a plain IPv4 or IPv6 address.",
  },
  "serve/body-too-large": {
    severity: "error",
    message: "the request body is larger than {limit} bytes",
    explain: "The server stops reading a body at its limit, so that one caller cannot fill its memory.",
  },
  "serve/body-not-json": {
    severity: "error",
    message: "the request body is not JSON: {reason}",
    explain: "The route reads its body as JSON.",
  },
  "serve/body-cut": {
    severity: "error",
    message: "the caller went away before the request body was complete",
    explain: "The connection ended within the body. There is nobody left to answer.",
  },
};

/** Makes one of this package's errors. */
export function serveError(code: ServeErrorCode, values: ErrorDetails["values"] = {}, cause?: unknown): CapstanError {
  return errorOf(serveErrors, code, { values, cause });
}
