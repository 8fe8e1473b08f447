// Readers and writers of the infrastructure fields that contracts prescribe, independent of their path and form in each contract.
// Writers change the draft that they are given.
import { errorOf, type KubeObject } from "@capstan/kube";
import { contractErrors } from "../contract-errors.ts";
import type { ContractFieldNames, ContractKind } from "../contracts/kind-contracts.ts";
import { fieldOf, fieldsToWrite, findField, flagsOf, type ContractView } from "./contract-view.ts";
import { formatFailureDomains, parseFailureDomains, type FailureDomain } from "./failure-domains.ts";
import { readPath, writePath } from "../objects/object-path.ts";

/** The address of an API server. */
export interface Endpoint {
  readonly host: string;
  readonly port: number;
}

/** An address of a machine. */
export interface MachineAddress {
  readonly type: "Hostname" | "ExternalIP" | "InternalIP" | "ExternalDNS" | "InternalDNS";
  readonly address: string;
}

/** A problem from which an object cannot recover, in contract v1beta1 only. */
export interface TerminalFailure {
  /** A short token. */
  readonly reason: string;
  readonly message: string;
}

/** The value of a contract field as core reads it, or undefined when it is absent. The JSON type is not checked. */
export function readField<K extends ContractKind>(
  object: KubeObject,
  view: ContractView<K>,
  name: ContractFieldNames[K],
): unknown {
  return readPath(object, fieldOf(view, name).path);
}

/** Writes a contract field on the draft, at the path of every contract that the version follows. */
export function writeField<K extends ContractKind>(
  object: KubeObject,
  { view, name }: { readonly view: ContractView<K>; readonly name: ContractFieldNames[K] },
  value: unknown,
): void {
  for (const field of fieldsToWrite(view, name)) writePath(object, field.path, value);
}

/** Whether the object reports what core waits for: that the infrastructure is provisioned, the data created, the control plane initialized. */
export function isProvisioned(object: KubeObject, view: ContractView): boolean {
  const [flag] = flagsOf(view);
  return flag === undefined ? false : (read(object, flag.path, "boolean") ?? false);
}

/** Reports what core waits for. Core keeps this for ever, so there is no function to undo it. */
export function setProvisioned(object: KubeObject, view: ContractView): void {
  for (const { path } of flagsOf(view)) writePath(object, path, true);
}

/** The control plane's endpoint; undefined until both host and port are set. */
export function getEndpoint(object: KubeObject): Endpoint | undefined {
  const host = read(object, "spec.controlPlaneEndpoint.host", "string") ?? "";
  const port = read(object, "spec.controlPlaneEndpoint.port", "number") ?? 0;
  return host === "" || port === 0 ? undefined : { host, port };
}

/** Sets the control plane's endpoint, unless it has one: a user's endpoint is kept, and an endpoint never changes. */
export function setEndpoint(object: KubeObject, { host, port }: Endpoint): void {
  if (getEndpoint(object) === undefined) writePath(object, "spec.controlPlaneEndpoint", { host, port });
}

/** The failure domains that an InfraCluster reports, sorted by name. */
export function getFailureDomains(object: KubeObject, view: ContractView<"InfraCluster">): readonly FailureDomain[] {
  const { path } = fieldOf(view, "failureDomains");
  return parseFailureDomains(readPath(object, path), path);
}

/** Sets the failure domains in the contract's form; an empty list removes the field. */
export function setFailureDomains(
  object: KubeObject,
  view: ContractView<"InfraCluster">,
  domains: readonly FailureDomain[],
): void {
  const { path, shape } = fieldOf(view, "failureDomains");
  writePath(object, path, domains.length === 0 ? undefined : formatFailureDomains(domains, shape));
}

/** The providerID of an InfraMachine; undefined until it is set. */
export function getProviderID(object: KubeObject): string | undefined {
  return read(object, "spec.providerID", "string") || undefined;
}

/** The failure domain that an InfraMachine reports: `status.failureDomain`, or `spec.failureDomain` under contract v1beta1. */
export function getPlacement(object: KubeObject, view: ContractView<"InfraMachine">): string | undefined {
  return read(object, fieldOf(view, "failureDomain").path, "string") || undefined;
}

/** The addresses of an InfraMachine. */
export function getAddresses(object: KubeObject): readonly MachineAddress[] {
  const list = readPath(object, "status.addresses") ?? [];
  if (Array.isArray(list)) return list as MachineAddress[];
  throw errorOf(contractErrors, "contract/wrong-type", { values: { path: "status.addresses", wanted: "a list" } });
}

/** The terminal failure that an object reports. Core shows it under both contracts and does not act on it. */
export function getTerminalFailure(object: KubeObject): TerminalFailure | undefined {
  const reason = read(object, "status.failureReason", "string") ?? "";
  const message = read(object, "status.failureMessage", "string") ?? "";
  return reason === "" && message === "" ? undefined : { reason, message };
}

/** Whether the contract has terminal failures: v1beta1 has; in v1beta2 conditions replace them. */
export function hasTerminalFailures(view: ContractView): boolean {
  return findField(view.kind, view.contract, "failureReason") !== undefined;
}

/** Sets a terminal failure; throws under a contract without them. */
export function setTerminalFailure(object: KubeObject, view: ContractView, failure: TerminalFailure): void {
  writeField(object, { view, name: "failureReason" }, failure.reason);
  writeField(object, { view, name: "failureMessage" }, failure.message);
}

interface ScalarTypes {
  readonly string: string;
  readonly number: number;
  readonly boolean: boolean;
}

/** A scalar at a path; throws for another JSON type, which is an error for core too. */
function read<W extends keyof ScalarTypes>(object: KubeObject, path: string, wanted: W): ScalarTypes[W] | undefined {
  const value = readPath(object, path);
  if (value === undefined || typeof value === wanted) return value as ScalarTypes[W] | undefined;
  throw errorOf(contractErrors, "contract/wrong-type", { values: { path, wanted: `a ${wanted}` } });
}
