// The Runtime SDK's registration kind, API version v1alpha1: deprecated, still served and converted by core.
export { ExtensionConfig } from "./extension-config.ts";
export type {
  ClientConfig,
  ExtensionConfigSpec,
  ExtensionConfigStatus,
  ExtensionConfigV1Beta2Status,
  ExtensionHandler,
} from "./extension-config.ts";
export type { FailurePolicy, GroupVersionHook, ServiceReference } from "../v1beta2/extension-config.ts";
