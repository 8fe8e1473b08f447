// What an ExtensionConfig says about each of its handlers, in the form that a caller needs.
import type { ClientConfig, ExtensionConfig, ExtensionHandler } from "@capstan/api/runtime/v1beta2";
import { errorFrom, type LabelSelector, selectorMatches } from "@capstan/kube";
import { isDnsLabel } from "../authoring/hook-keys.ts";
import { extensionError } from "../errors.ts";
import type { ExtensionAddress } from "./connection.ts";

/** A handler of an ExtensionConfig. */
export interface HandlerRegistration {
  /** `<handler>.<extensionConfig>`, as ClusterClasses name it. */
  readonly name: string;
  /** The name that the extension gives it. */
  readonly handler: string;
  /** The ExtensionConfig, as it was when it was registered. */
  readonly extensionConfig: { readonly name: string; readonly resourceVersion: string };
  /** The hook, in the version that the handler answers. */
  readonly hook: { readonly apiVersion: string; readonly group: string; readonly name: string };
  /** The labels that the namespace of an object must have. Without a selector no namespace has them. */
  readonly namespaceSelector: LabelSelector | undefined;
  readonly address: Pick<ExtensionAddress, "url" | "caBundle">;
  readonly timeoutSeconds: number;
  readonly failurePolicy: "Fail" | "Ignore";
  /** Are sent with every call; the settings of a request win. */
  readonly settings: Readonly<Record<string, string>> | undefined;
}

/** How long a handler may take that names no time. */
const defaultTimeoutSeconds = 10;

/** The handlers in the status of an ExtensionConfig. Throws `extension/config-invalid`. */
export function registrationsOf(config: ExtensionConfig): readonly HandlerRegistration[] {
  const { namespaceSelector, settings, clientConfig } = config.spec;
  const { name = "", resourceVersion = "" } = config.metadata;
  const address = addressOfExtension(config.metadata.name ?? "", clientConfig);
  checkSelector(name, namespaceSelector);
  return (config.status?.handlers ?? []).map((handler) => ({
    name: handler.name,
    handler: handler.name.endsWith(`.${name}`) ? handler.name.slice(0, -name.length - 1) : handler.name,
    extensionConfig: { name, resourceVersion },
    hook: hookOf(name, handler),
    namespaceSelector,
    address,
    timeoutSeconds:
      handler.timeoutSeconds === undefined || handler.timeoutSeconds === 0
        ? defaultTimeoutSeconds
        : handler.timeoutSeconds,
    failurePolicy: handler.failurePolicy ?? "Fail",
    settings,
  }));
}

/** Where the extension of an ExtensionConfig is: `<service>.<namespace>.svc`, or its URL. Throws `extension/config-invalid`. */
export function addressOfExtension(
  config: string,
  { service, url, caBundle }: ClientConfig,
): HandlerRegistration["address"] {
  const base = service === undefined ? url : urlOfService(config, service);
  if (base === undefined) throw invalid(config, "spec.clientConfig has neither a service nor a url");
  const { protocol, username, password } = parsed(config, base);
  if (protocol !== "https:") throw invalid(config, "the address is not one of https");
  if (username !== "" || password !== "") throw invalid(config, "the address has a user or a password");
  return { url: base, ...(caBundle !== undefined && { caBundle: Buffer.from(caBundle, "base64").toString("utf8") }) };
}

/** No part of it may lead to another host: where Cluster API's webhooks do not run, nobody has checked them. */
function urlOfService(config: string, service: NonNullable<ClientConfig["service"]>): string {
  const { name, namespace, port, path = "" } = service;
  if (!isDnsLabel(name) || !isDnsLabel(namespace))
    throw invalid(config, "the name or the namespace of its service is not a DNS label");
  const base = `https://${name}.${namespace}.svc${port === undefined ? "" : `:${port}`}`;
  if (path === "") return base;
  const url = parsed(config, base);
  url.pathname = path;
  return `${base}${url.pathname}`;
}

function parsed(config: string, url: string): URL {
  if (!URL.canParse(url)) throw invalid(config, "the address is not a URL");
  return new URL(url);
}

function hookOf(config: string, { name, requestHook }: ExtensionHandler): HandlerRegistration["hook"] {
  const [group = "", version, more] = requestHook.apiVersion.split("/");
  if (version === undefined || more !== undefined)
    throw invalid(config, `the hook of the handler "${name}" is not of a group and a version`);
  return { apiVersion: requestHook.apiVersion, group, name: requestHook.hook };
}

/** An operator that does not exist would end each call later. */
function checkSelector(config: string, selector: LabelSelector | undefined): void {
  try {
    for (const requirement of selector?.matchExpressions ?? [])
      selectorMatches({ matchExpressions: [requirement] }, {});
  } catch (error) {
    throw invalid(config, errorFrom(error).message);
  }
}

function invalid(config: string, problem: string): Error {
  return extensionError("extension/config-invalid", { config, problem });
}
