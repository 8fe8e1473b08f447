// The account that a cluster uses: its identity, if the namespace may use it, and the token in the identity's Secret.
import { type ObjectKey, type Resource, Secret } from "@capstan/api";
import type { IdentityAccess } from "@capstan/controller-kit";
import type { HttpCluster } from "./api/v1beta1/http-cluster.ts";
import { HttpIdentity } from "./api/v1beta1/http-identity.ts";
import type { Account } from "./cloud/http-cloud.ts";
import type { Services } from "./kit.ts";

/** The condition that says whether there is an account, and its reasons. */
export const accountReasons: readonly ["IdentityNotFound", "NamespaceNotAllowed", "TokenMissing", "Found"] = [
  "IdentityNotFound",
  "NamespaceNotAllowed",
  "TokenMissing",
  "Found",
];

/** An account, or what is missing. */
export type AccountAccess =
  | { readonly account: Account }
  | { readonly reason: Exclude<(typeof accountReasons)[number], "Found">; readonly message: string };

/** The part of a context that is used. Its controller declares HttpIdentity, Namespace and Secret in `watches`. */
interface AccountContext {
  readonly services: Services;
  readonly client: { get(resource: Resource<Secret>, key: ObjectKey): Promise<Secret | undefined> };
  identity(resource: Resource<HttpIdentity>, name: string): Promise<IdentityAccess<HttpIdentity>>;
}

/** Called in each pass: a namespace may lose its right, and a token may be replaced. */
export async function accountOf(cluster: HttpCluster, ctx: AccountContext): Promise<AccountAccess> {
  const access = await ctx.identity(HttpIdentity, cluster.spec?.identity ?? "");
  if (!access.allowed) return access;
  const { namespace = "", name = "" } = access.identity.spec?.secretRef ?? {};
  const secret = await ctx.client.get(Secret, { namespace, name });
  const token = Buffer.from(secret?.data?.["token"] ?? "", "base64").toString();
  if (token !== "") return { account: ctx.services.cloud.account(token) };
  return {
    reason: "TokenMissing",
    message: `the Secret of HttpIdentity ${access.identity.metadata.name} has no token`,
  };
}
