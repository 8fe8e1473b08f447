// The Runtime SDK's registration kind, API version v1beta2.
export { ExtensionConfig } from "./extension-config.ts";
export type {
  ClientConfig,
  ExtensionConfigDeprecatedStatus,
  ExtensionConfigSpec,
  ExtensionConfigStatus,
  ExtensionConfigV1Beta1DeprecatedStatus,
  ExtensionHandler,
  FailurePolicy,
  GroupVersionHook,
  ServiceReference,
} from "./extension-config.ts";
