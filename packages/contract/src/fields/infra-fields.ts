// Readers and writers of the fields that contracts prescribe for infrastructure, whatever path and form the contract gives
// them. Core-sim reads with them, the workflow writes with them. Writers change the draft they are given.
import { errorOf, type KubeObject } from "@capstan/kube";
import { contractErrors } from "../contract-errors.ts";
import type { ContractKind } from "../tables/contract-kind.ts";
import type { ContractFieldNames } from "../tables/contract-table.ts";
import { fieldOf, fieldsToWrite, findField, type ContractView } from "./contract-view.ts";
import { formatFailureDomains, parseFailureDomains, type FailureDomain } from "./failure-domains.ts";
import { readPath, writePath } from "./object-path.ts";

/** Where an API server is reached. */
export interface Endpoint {
  readonly host: string;
  readonly port: number;
}

/** An address of a machine. */
export interface MachineAddress {
  readonly type: "Hostname" | "ExternalIP" | "InternalIP" | "ExternalDNS" | "InternalDNS";
  readonly address: string;
}

/** A problem that ends an object's life, in contract v1beta1 only. */
export interface TerminalFailure {
  /** A short token. */
  readonly reason: string;
  readonly message: string;
}

/** The value of a contract field as core reads it, or undefined when it is absent; the wrong JSON type is left to the caller. */
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

/** Whether the object says that its infrastructure is there. */
export function isProvisioned(object: KubeObject, view: ContractView): boolean {
  return read(object, fieldOf(view, "provisioned").path, "boolean") ?? false;
}

/** Says that the infrastructure is there; core latches this, so nothing takes it back. */
export function setProvisioned(object: KubeObject, view: ContractView): void {
  writeField(object, { view, name: "provisioned" }, true);
}

/** The control plane's endpoint, once host and port are both there. */
export function getEndpoint(object: KubeObject): Endpoint | undefined {
  const host = read(object, "spec.controlPlaneEndpoint.host", "string") ?? "";
  const port = read(object, "spec.controlPlaneEndpoint.port", "number") ?? 0;
  return host === "" || port === 0 ? undefined : { host, port };
}

/** Gives the control plane its endpoint, unless it has one: a user's own is kept, and an endpoint never changes. */
export function setEndpoint(object: KubeObject, { host, port }: Endpoint): void {
  if (getEndpoint(object) === undefined) writePath(object, "spec.controlPlaneEndpoint", { host, port });
}

/** The failure domains an InfraCluster reports, sorted by name. */
export function getFailureDomains(object: KubeObject, view: ContractView<"InfraCluster">): readonly FailureDomain[] {
  const { path } = fieldOf(view, "failureDomains");
  return parseFailureDomains(readPath(object, path), path);
}

/** Reports failure domains in the contract's form; none removes the field. */
export function setFailureDomains(
  object: KubeObject,
  view: ContractView<"InfraCluster">,
  domains: readonly FailureDomain[],
): void {
  const { path, shape } = fieldOf(view, "failureDomains");
  writePath(object, path, domains.length === 0 ? undefined : formatFailureDomains(domains, shape));
}

/** The providerID of an InfraMachine, once it is known. */
export function getProviderID(object: KubeObject): string | undefined {
  return read(object, "spec.providerID", "string") || undefined;
}

/** Where an InfraMachine says it was placed: `status.failureDomain`, or `spec.failureDomain` under contract v1beta1. */
export function getPlacement(object: KubeObject, view: ContractView<"InfraMachine">): string | undefined {
  return read(object, fieldOf(view, "failureDomain").path, "string") || undefined;
}

/** The addresses of an InfraMachine. */
export function getAddresses(object: KubeObject): readonly MachineAddress[] {
  const list = readPath(object, "status.addresses") ?? [];
  if (Array.isArray(list)) return list as MachineAddress[];
  throw errorOf(contractErrors, "contract/wrong-type", { values: { path: "status.addresses", wanted: "a list" } });
}

/** The terminal failure an object reports; core shows it under both contracts, and it decides nothing. */
export function getTerminalFailure(object: KubeObject): TerminalFailure | undefined {
  const reason = read(object, "status.failureReason", "string") ?? "";
  const message = read(object, "status.failureMessage", "string") ?? "";
  return reason === "" && message === "" ? undefined : { reason, message };
}

/** Whether the contract knows terminal failures: v1beta1 does, v1beta2 reports through conditions alone. */
export function hasTerminalFailures(view: ContractView): boolean {
  return findField(view.kind, view.contract, "failureReason") !== undefined;
}

/** Reports a terminal failure; an error under a contract that has none. */
export function setTerminalFailure(object: KubeObject, view: ContractView, failure: TerminalFailure): void {
  writeField(object, { view, name: "failureReason" }, failure.reason);
  writeField(object, { view, name: "failureMessage" }, failure.message);
}

interface ScalarTypes {
  readonly string: string;
  readonly number: number;
  readonly boolean: boolean;
}

/** A scalar at a path; another JSON type there is an error, as it is for core. */
function read<W extends keyof ScalarTypes>(object: KubeObject, path: string, wanted: W): ScalarTypes[W] | undefined {
  const value = readPath(object, path);
  if (value === undefined || typeof value === wanted) return value as ScalarTypes[W] | undefined;
  throw errorOf(contractErrors, "contract/wrong-type", { values: { path, wanted: `a ${wanted}` } });
}
