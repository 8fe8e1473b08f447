// How books and the annotation of a pool tell claims apart.
import { hash } from "node:crypto";
import type { IPAddress } from "@capstan/api/ipam/v1beta2";
import { controllerOf, keyOf, type KubeObject } from "@capstan/kube";

/** What a claim is known by. */
export interface ClaimNames {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
}

/**
 * The id of a claim. Its uid alone is not enough: who may create IPAddresses in one namespace can write the uid of another namespace's claim into them.
 * A hash, because the annotation has thousands, however long the names are.
 */
export function claimId({ namespace, name, uid }: ClaimNames): string {
  return hash("sha256", JSON.stringify([namespace, name, uid]), "base64url").slice(0, 32);
}

/** The id of a claim. */
export function idOfClaim(claim: Pick<KubeObject, "metadata">): string {
  return claimId({ ...keyOf(claim), uid: claim.metadata.uid ?? "" });
}

/** The annotation of an IPAddress that keeps the uid of its claim, because the garbage collector may take the reference to it. */
export function claimUidName({ apiGroup }: IPAddress["spec"]["poolRef"]): string {
  return `${apiGroup}/claim-uid`;
}

/** The uid of the claim that controls an IPAddress, or did so once; undefined when it is not known. */
export function uidOfClaim(address: IPAddress): string | undefined {
  const { metadata, spec } = address;
  return controllerOf(address)?.uid ?? metadata.annotations?.[claimUidName(spec.poolRef)];
}

/** The id of the claim that an IPAddress is for: the claim in its namespace that it names, and that controls it or did so once. */
export function holderOf(address: IPAddress): string | undefined {
  const { metadata, spec } = address;
  const uid = uidOfClaim(address);
  return uid === undefined
    ? undefined
    : claimId({ namespace: metadata.namespace ?? "", name: spec.claimRef.name, uid });
}

/** What `idOfClaim` needs: there can be thousands of claims, each as large as its owner likes. */
export function withKeyAlone({ apiVersion, kind, metadata }: KubeObject): KubeObject {
  const { namespace = "", name = "", uid = "" } = metadata;
  return { apiVersion, kind, metadata: { namespace, name, uid } };
}
