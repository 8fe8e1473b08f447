// Discovery: core reads which handlers an extension has. extension-kit creates the response from the extension's definition.
import { defineHook, type Hook } from "@capstan/contract/define";
import type { Int32 } from "@capstan/kube";
import type { CommonResponse, TypeMeta } from "./common.ts";

/** A hook in its version. */
export interface GroupVersionHook {
  /** apiVersion is the group and version of the hook. */
  apiVersion: string;
  /** hook is the name of the hook. */
  hook: string;
}

/** A handler that the extension offers. */
export interface ExtensionHandler {
  /**
   * name identifies the handler within the extension: a DNS label.
   * @maxLength 63
   * @pattern ^[a-z0-9]([-a-z0-9]*[a-z0-9])?$
   */
  name: string;
  /** requestHook is the hook that the handler answers. */
  requestHook: GroupVersionHook;
  /**
   * timeoutSeconds is the longest that a call may take, from 1 to 30. Default: 10.
   * @minimum 0
   * @maximum 30
   */
  timeoutSeconds?: Int32;
  /** failurePolicy says whether a failing call is an error (`Fail`, the default) or counts as success (`Ignore`). */
  failurePolicy?: "Fail" | "Ignore";
}

/** Asks for the handlers of an extension. */
export interface DiscoveryRequest extends TypeMeta {}

/** The handlers of an extension. */
export interface DiscoveryResponse extends CommonResponse {
  /**
   * handlers lists every handler of the extension.
   * @listType map
   * @listMapKey name
   */
  handlers?: ExtensionHandler[];
}

/** Called whenever an ExtensionConfig is reconciled. */
export const Discovery: Hook<DiscoveryRequest, DiscoveryResponse> = defineHook({
  apiVersion: "hooks.runtime.cluster.x-k8s.io/v1alpha1",
  name: "Discovery",
  summary: "Called when an ExtensionConfig is reconciled",
  description:
    "Core calls it on every change of the ExtensionConfig, after a restart, and every ten minutes. A single handler of a hook that this release of core does not have makes the whole response invalid.",
  tags: ["Discovery"],
  singleton: true,
  since: "1.2",
});
