// Bearer tokens of ServiceAccounts: issued on request, known as long as the server runs. They look like tokens and say
// nothing; whoever needs the claims of real ones needs the real backend.
import { randomBytes } from "node:crypto";
import type { UserInfo } from "./authentication.ts";

/** Issues tokens and knows whose they are. */
export class TokenIssuer {
  readonly #users = new Map<string, { readonly user: UserInfo; readonly expires: number }>();

  /** A new token for a user, valid for as many seconds. */
  issue(user: UserInfo, seconds: number): { readonly token: string; readonly expirationTimestamp: string } {
    const token = `capstan.${randomBytes(32).toString("base64url")}`;
    const expires = Date.now() + seconds * 1000;
    this.#users.set(token, { user, expires });
    return { token, expirationTimestamp: `${new Date(expires).toISOString().slice(0, 19)}Z` };
  }

  /** The user of a token that is still valid. */
  userOf(token: string): UserInfo | undefined {
    const known = this.#users.get(token);
    return known !== undefined && known.expires > Date.now() ? known.user : undefined;
  }
}

/** The user that a ServiceAccount is. */
export function serviceAccountUser(namespace: string, name: string, uid?: string): UserInfo {
  return {
    username: `system:serviceaccount:${namespace}:${name}`,
    ...(uid === undefined ? {} : { uid }),
    groups: ["system:serviceaccounts", `system:serviceaccounts:${namespace}`, "system:authenticated"],
  };
}
