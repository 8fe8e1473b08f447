// The Runtime SDK's registration kind, API version v1beta2.
export { ExtensionConfig } from "./extension-config.ts";
export type {
  ClientConfig,
  ExtensionConfigDeprecatedStatus,
  ExtensionConfigSpec,
  ExtensionConfigStatus,
  ExtensionConfigV1Beta1DeprecatedStatus,
  ExtensionHandler,
} from "./extension-config.ts";
export type { FailurePolicy, GroupVersionHook, ServiceReference } from "../hook-reference.ts";
