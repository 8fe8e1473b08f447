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

/** The token in the file that the credentials name. Rejects with `client/token-file` when there is none to read, and with `client/bad-credentials` when it cannot be sent. */
export async function tokenInFile({ server, tokenFile: file = "" }: ClusterCredentials): Promise<string> {
  const content = await readFile(file, "utf8").catch((error: unknown) => {
    throw clientError("client/token-file", { file }, error);
  });
  const token = content.trim();
  const problem = token === "" ? "is empty" : tokenProblem(token);
  if (problem !== undefined) throw badToken(server, `the token in "${file}" ${problem}`);
  return token;
}

function badToken(server: string, reason: string): Error {
  const help = "write the token on one line";
  return clientError("client/bad-credentials", { server: withoutUser(server), reason, help });
}
