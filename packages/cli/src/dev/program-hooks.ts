// The hooks of one program of a project under `capstan dev`, as the ExtensionConfig that registers them.
import type { ExtensionConfig } from "@capstan/api/runtime/v1beta2";
import type { ExtensionAddress, ExtensionCaller } from "@capstan/extension-kit/caller";
import type { MemberDescriptions } from "../project/describe-project.ts";

/** Where a program serves its hooks, and the settings that its calls have. */
export interface HookAddress extends Pick<ExtensionAddress, "url" | "caBundle"> {
  readonly settings?: Readonly<Record<string, string>> | undefined;
}

/** The hooks of one program. */
export class ProgramHooks {
  isReady = false;
  /** Whether it has hooks, or may have: until it says what it is, Clusters wait. */
  hasHooks = true;
  name: string | undefined;
  /** The name of its ExtensionConfig. Several programs may have one name. */
  readonly configName: string;
  readonly #address: HookAddress;
  #config: Promise<ExtensionConfig> | undefined;

  constructor(address: HookAddress, part: number) {
    this.#address = address;
    this.configName = `program-${part}`;
  }

  describe(description: MemberDescriptions[number]): void {
    this.name = description?.name;
    this.hasHooks = description === undefined || ("hooks" in description && description.hooks.length > 0);
  }

  /** Its process has another state: a new one may have other handlers. */
  process(isReady: boolean): void {
    this.#config = undefined;
    this.isReady = isReady;
  }

  /** The ExtensionConfig with the handlers of its process. */
  async config(caller: Pick<ExtensionCaller, "discover">): Promise<ExtensionConfig> {
    const config = (this.#config ??= this.#discovered(caller));
    try {
      return await config;
    } catch (error) {
      if (this.#config === config) this.#config = undefined;
      throw error;
    }
  }

  async #discovered(caller: Pick<ExtensionCaller, "discover">): Promise<ExtensionConfig> {
    const { url, caBundle, settings } = this.#address;
    const clientConfig = { url, ...(caBundle !== undefined && { caBundle: Buffer.from(caBundle).toString("base64") }) };
    const config: ExtensionConfig = {
      apiVersion: "runtime.cluster.x-k8s.io/v1beta2",
      kind: "ExtensionConfig",
      metadata: { name: this.configName },
      spec: { clientConfig, namespaceSelector: {}, ...(settings !== undefined && { settings: { ...settings } }) },
    };
    return { ...config, status: { handlers: await caller.discover(config) } };
  }
}
