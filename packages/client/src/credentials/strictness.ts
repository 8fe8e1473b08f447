// How well credentials verify the server: a renewal never verifies less, because then all who can write a kubeconfig could have the token sent anywhere.
import type { ClusterCredentials } from "@capstan/kube";
import { usesTls } from "./server-address.ts";

/** Whether the new credentials verify the server less than the earlier ones. */
export function isLessStrict(next: ClusterCredentials, before: ClusterCredentials): boolean {
  return strictness(next) < strictness(before);
}

/** 0 without TLS, 1 with TLS whose certificates are not verified, 2 with TLS. */
function strictness({ server, insecureSkipTlsVerify }: ClusterCredentials): number {
  if (!usesTls(server)) return 0;
  return insecureSkipTlsVerify === true ? 1 : 2;
}
