// What a test decides in the place of the authorization that the embedded server does not have.

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
