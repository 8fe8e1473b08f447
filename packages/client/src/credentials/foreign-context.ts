// What a kubeconfig that somebody else has written may say: one https address, and credentials as data. Messages have fixed strings only.
import { isIP } from "node:net";
import type { CapstanError } from "@capstan/kube";
import { clientError } from "../errors.ts";
import type { SelectedContext } from "./kubeconfig.ts";
import { fieldError } from "./kubeconfig-entry.ts";

/** Fields that run a program or read a file. */
const unsafeFields = {
  cluster: ["certificate-authority"],
  user: ["client-certificate", "client-key", "tokenFile", "exec", "auth-provider"],
} as const;

const name = /^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/i;

/** Rejects a context that runs programs, reads files, or names a server in another way than every API server has. */
export function checkContext({ cluster, user, namespace }: SelectedContext): void {
  const found =
    unsafeFields.cluster.find((field) => cluster.value[field] !== undefined) ??
    unsafeFields.user.find((field) => user.value[field] !== undefined);
  if (found !== undefined)
    throw bad(cluster.file, `"${found}" is not allowed in a kubeconfig that does not come from a local file`);
  const { server = "", "tls-server-name": tlsName } = cluster.value;
  const problem = addressProblem(server);
  if (problem !== undefined) throw fieldError(cluster, "server", { problem, help: "write it as https://host:port" });
  if (tlsName !== undefined && (!name.test(tlsName) || isIP(tlsName) !== 0))
    throw fieldError(cluster, "tls-server-name", { problem: "is not a DNS name", help: "write a DNS name" });
  if (namespace !== undefined && !name.test(namespace))
    throw bad(cluster.file, "the namespace of its context is not a name");
}

/** The longest address. A name has 253 characters at most. */
const longestAddress = 2048;

function addressProblem(server: string): string | undefined {
  if (server === "") return "is missing";
  // Before it is parsed: the time that takes grows with the square of a name in other letters, which certificates and DNS have as `xn--`.
  if (server.length > longestAddress) return `has more than ${longestAddress.toLocaleString("en")} characters`;
  if (/[^\s!-~]/.test(server)) return "has characters that are not ASCII; write an international name as xn--...";
  if (!URL.canParse(server)) return "is not a URL";
  // URL removes blanks and the case of the scheme, and hides an empty query.
  if (!server.startsWith("https://")) return "does not start with https://";
  const { username, password } = new URL(server);
  if (username !== "" || password !== "") return "has a user or a password";
  if (/\s/.test(server)) return "has blanks";
  return /[?#]/.test(server) ? "has a query or a fragment" : undefined;
}

function bad(file: string, reason: string): CapstanError {
  return clientError("client/bad-kubeconfig", { file, reason });
}
