// Reads tokens, and checks them before they are used.
import { readFile } from "node:fs/promises";
import type { ClusterCredentials } from "@capstan/kube";
import { clientError } from "../errors.ts";
import { tokenProblem } from "./credential-problems.ts";
import { withoutUser } from "./server-address.ts";

/** The token that the credentials have as a value. Throws `client/bad-credentials` when it cannot be sent. */
export function givenToken({ server, token }: ClusterCredentials): string | undefined {
  if (token === undefined) return undefined;
  const problem = tokenProblem(token);
  if (problem !== undefined) throw badToken(server, `the token ${problem}`);
  return token;
}

/** The token of the credentials, from its file if they name one. Rejects with `client/token-file` when there is none to read, and with `client/bad-credentials` when it cannot be sent. */
export async function tokenOf(credentials: ClusterCredentials): Promise<string | undefined> {
  const { server, tokenFile: file } = credentials;
  if (file === undefined) return givenToken(credentials);
  const content = await readFile(file, "utf8").catch((error: unknown) => {
    throw clientError("client/token-file", { file }, error);
  });
  const token = content.trim();
  const problem = token === "" ? "is empty" : tokenProblem(token);
  if (problem !== undefined) throw badToken(server, `the token in "${file}" ${problem}`);
  return token;
}

/** The error for a token file that has not been read in time. */
export function slowTokenFile(file: string, seconds: number): Error {
  return clientError("client/token-file", { file }, new Error(`the read did not end within ${seconds} s`));
}

/** Whether both name the same file, and its token is for the same server. */
export function hasSameToken(one: ClusterCredentials, other: ClusterCredentials): boolean {
  return (["tokenFile", "server", "tlsServerName"] as const).every((field) => one[field] === other[field]);
}

function badToken(server: string, reason: string): Error {
  const help = "write the token on one line";
  return clientError("client/bad-credentials", { server: withoutUser(server), reason, help });
}
