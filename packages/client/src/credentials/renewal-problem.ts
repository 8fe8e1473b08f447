// What keeps renewed credentials out of use: they would verify the server less than the earlier ones, or have lost their identity.
// A kubeconfig that is read while it is written can lack its last fields, and still be valid.
import type { ClusterCredentials } from "@capstan/kube";
import { usesTls } from "./server-address.ts";

/** Why renewed credentials are not used in place of the earlier ones, as in "the renewed credentials ..."; undefined when they are. */
export function renewalProblem(next: ClusterCredentials, before: ClusterCredentials): string | undefined {
  if (strictness(next) < strictness(before)) return `verify the server less: ${ways[strictness(next)]}`;
  if (hasIdentity(before) && !hasIdentity(next)) return "have neither a token nor a client certificate";
  const unpaired = unpairedPart(next);
  // Credentials that began so stay as they are.
  return unpaired === undefined || unpaired === unpairedPart(before) ? undefined : `have ${unpaired}`;
}

/** Half of a client certificate and its key. */
function unpairedPart({ certData, keyData }: ClusterCredentials): string | undefined {
  if ((certData === undefined) === (keyData === undefined)) return undefined;
  return keyData === undefined ? "a client certificate without its key" : "a key without its client certificate";
}

/** How a server is verified, from the least to the most. A renewal never goes back: no token is sent without TLS, or to a server that is not verified or only by the authorities that Node knows, where that was not so before. */
const ways = [
  "they do not use TLS",
  "they do not verify its certificate",
  "they have no certificate authority",
  "they have a certificate authority",
] as const;

/** The place in the list of ways. */
function strictness({ server, insecureSkipTlsVerify, caData }: ClusterCredentials): 0 | 1 | 2 | 3 {
  if (!usesTls(server)) return 0;
  if (insecureSkipTlsVerify === true) return 1;
  return caData === undefined ? 2 : 3;
}

function hasIdentity({ token, tokenFile, certData }: ClusterCredentials): boolean {
  return token !== undefined || tokenFile !== undefined || certData !== undefined;
}
