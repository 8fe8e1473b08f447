// Users as webhooks and reviews see them, and the bearer tokens of ServiceAccounts, valid while the server runs. Tokens are opaque: tests
// that need the claims of real tokens use the real backend.
import { randomBytes } from "node:crypto";

/** A user of the API server. */
export interface UserInfo {
  readonly username: string;
  readonly uid?: string;
  readonly groups: readonly string[];
}

/** The server's own controllers, which write too. */
export const systemUser: UserInfo = {
  username: "system:capstan-testenv",
  groups: ["system:masters", "system:authenticated"],
};

/** The user that a ServiceAccount authenticates as. */
export function serviceAccountUser(namespace: string, name: string, uid?: string): UserInfo {
  return {
    username: `system:serviceaccount:${namespace}:${name}`,
    ...(uid === undefined ? {} : { uid }),
    groups: ["system:serviceaccounts", `system:serviceaccounts:${namespace}`, "system:authenticated"],
  };
}

/** Issues tokens and looks up their users. */
export class TokenIssuer {
  readonly #users = new Map<string, { readonly user: UserInfo; readonly expires: number }>();
  readonly #now: () => number;

  constructor(now: () => number = () => Date.now()) {
    this.#now = now;
  }

  /** A new token for a user, valid for as many seconds. */
  issue(user: UserInfo, seconds: number): { readonly token: string; readonly expirationTimestamp: string } {
    const token = `capstan.${randomBytes(32).toString("base64url")}`;
    const expires = this.#now() + seconds * 1000;
    this.#users.set(token, { user, expires });
    return { token, expirationTimestamp: `${new Date(expires).toISOString().slice(0, 19)}Z` };
  }

  /** The user of a token that is still valid. */
  userOf(token: string): UserInfo | undefined {
    const known = this.#users.get(token);
    return known !== undefined && known.expires > this.#now() ? known.user : undefined;
  }
}

/** What an access review asks: may this user do that? */
export interface AccessRequest {
  /** The name of the user, for example "system:serviceaccount:default:prometheus". */
  readonly user: string;
  readonly groups: readonly string[];
  /** The access to objects: `verb`, `group`, `resource`, `namespace`, `name`. */
  readonly resourceAttributes?: Readonly<Record<string, string>>;
  /** The access to other paths: `path` and `verb`. */
  readonly nonResourceAttributes?: Readonly<Record<string, string>>;
}

/**
 * Answers access reviews in a test.
 *
 * @example
 * const onlyPrometheus: AccessDecision = ({ user }) => user === "system:serviceaccount:default:prometheus";
 * const env = await startTestEnv({ embedded: { decideAccess: onlyPrometheus } });
 */
export type AccessDecision = (request: AccessRequest) => boolean;
