// The accounts of managers: ServiceAccounts, so that the audit log names who wrote, and their tokens. These are signed here, with the key of the
// API server: the ones that it issues last ten minutes or more, too long for a fault.
import { createPrivateKey, sign } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Envtest } from "@capstan/testenv/envtest";
import type { Api } from "./api.ts";
import { namespace } from "./widgets.ts";

/** The two processes of an election; one of them works alone where there is none. */
export const accounts = ["a", "b"] as const;
/** The name of a manager and of its account. */
export type Account = (typeof accounts)[number];

const rbac = "/apis/rbac.authorization.k8s.io/v1";
const role = {
  apiVersion: "rbac.authorization.k8s.io/v1",
  kind: "ClusterRole",
  metadata: { name: "stress" },
  rules: [
    { apiGroups: ["stress.example.com"], resources: ["widgets"], verbs: ["get", "list", "watch"] },
    { apiGroups: ["stress.example.com"], resources: ["widgets/status"], verbs: ["update", "patch"] },
    { apiGroups: ["coordination.k8s.io"], resources: ["leases"], verbs: ["get", "create", "update"] },
  ],
};
const binding = {
  apiVersion: "rbac.authorization.k8s.io/v1",
  kind: "ClusterRoleBinding",
  metadata: { name: "stress" },
  roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "stress" },
  subjects: [{ apiGroup: "rbac.authorization.k8s.io", kind: "Group", name: `system:serviceaccounts:${namespace}` }],
};

/** The user of an account, as the audit log names it. */
export function userOf(account: Account): string {
  return `system:serviceaccount:${namespace}:${account}`;
}

/** Creates the namespace, the accounts and their rights; returns the uids of the accounts. */
export async function createAccounts(api: Api): Promise<Readonly<Record<Account, string>>> {
  await api.json({ method: "POST", path: "/api/v1/namespaces", body: { metadata: { name: namespace } } });
  await api.json({ method: "POST", path: `${rbac}/clusterroles`, body: role });
  await grant(api);
  const create = async (name: Account): Promise<string> => {
    const path = `/api/v1/namespaces/${namespace}/serviceaccounts`;
    return (await api.json<{ metadata: { uid: string } }>({ method: "POST", path, body: { metadata: { name } } }))
      .metadata.uid;
  };
  return { a: await create("a"), b: await create("b") };
}

/** Gives all accounts their rights. */
export async function grant(api: Api): Promise<void> {
  await api.json({ method: "POST", path: `${rbac}/clusterrolebindings`, body: binding });
}

/** Takes all rights of all accounts. */
export async function revoke(api: Api): Promise<void> {
  await api.json({ method: "DELETE", path: `${rbac}/clusterrolebindings/stress` });
}

/** A token of an account. */
export interface TokenOptions {
  readonly account: Account;
  readonly uid: string;
  readonly seconds: number;
}

/** Signs a token that expires after so many seconds. */
export function tokenOf({ folder, credentials }: Envtest, { account, uid, seconds }: TokenOptions): string {
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    iss: credentials.server,
    aud: [credentials.server],
    sub: userOf(account),
    iat: now - 1,
    nbf: now - 1,
    exp: now + seconds,
    "kubernetes.io": { namespace, serviceaccount: { name: account, uid } },
  };
  const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString("base64url");
  const content = `${encode({ alg: "ES256", typ: "JWT" })}.${encode(claims)}`;
  const key = createPrivateKey(readFileSync(join(folder, "pki", "sa.key")));
  return `${content}.${sign("sha256", Buffer.from(content), { key, dsaEncoding: "ieee-p1363" }).toString("base64url")}`;
}
