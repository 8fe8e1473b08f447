// Reads and writes the fields that a contract prescribes.
export { conditionPlaceOf, contractView, fieldOf, fieldsToWrite, flagsOf, findField } from "./contract-view.ts";
export type { ContractView } from "./contract-view.ts";
export {
  getAddresses,
  getEndpoint,
  getFailureDomains,
  getPlacement,
  getProviderID,
  getTerminalFailure,
  hasTerminalFailures,
  isProvisioned,
  readField,
  setEndpoint,
  setFailureDomains,
  setProvisioned,
  setTerminalFailure,
  writeField,
} from "./infra-fields.ts";
export type { Endpoint, MachineAddress, TerminalFailure } from "./infra-fields.ts";
export type { FailureDomain } from "./failure-domains.ts";
