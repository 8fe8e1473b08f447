// The handlers of all ExtensionConfigs, as Cluster API keeps them in memory: by name, and by hook.
import type { ExtensionConfig } from "@capstan/api/runtime/v1beta2";
import { extensionError } from "../errors.ts";
import { type HandlerRegistration, registrationsOf } from "./handler-registration.ts";

/** A hook, whatever its version. */
export interface GroupHook {
  readonly group: string;
  readonly name: string;
}

/** The handlers that can be called. Create it with `createExtensionRegistry`. */
export interface ExtensionRegistry {
  /** Whether `warmUp` was called: until then nothing can be looked up, so that no handler is left out. */
  readonly isReady: boolean;
  /** Registers the first ExtensionConfigs, all or none. Throws `extension/config-invalid`, and `extension/registry-state` when it was called before. */
  warmUp(configs: readonly ExtensionConfig[]): void;
  /** Registers the handlers in the status of an ExtensionConfig, in place of those that it had. Throws `extension/config-invalid`, and then keeps what it had; and `extension/registry-state` before `warmUp`. */
  add(config: ExtensionConfig): void;
  /** Removes the handlers of the ExtensionConfig with this name. Throws `extension/registry-state` before `warmUp`. */
  remove(config: string): void;
  /** The handler with the name `<handler>.<extensionConfig>`. Throws `extension/registry-state` before `warmUp`. */
  get(name: string): HandlerRegistration | undefined;
  /** The handlers of a hook in all its versions, in the order of their names. Throws `extension/registry-state` before `warmUp`. */
  list(hook: GroupHook): readonly HandlerRegistration[];
}

/**
 * Creates a registry without handlers. It is ready after `warmUp`, also with no ExtensionConfig at all.
 *
 * @example
 * const registry = createExtensionRegistry();
 * registry.warmUp(extensionConfigs);
 * registry.list(hookCatalog.BeforeClusterCreate).map(({ name }) => name);
 */
export function createExtensionRegistry(): ExtensionRegistry {
  return new Registry();
}

class Registry implements ExtensionRegistry {
  isReady = false;
  readonly #configs = new Map<string, readonly HandlerRegistration[]>();

  warmUp(configs: readonly ExtensionConfig[]): void {
    if (this.isReady) throw state("warmUp was called before");
    const all = configs.map((config) => [config.metadata.name ?? "", registrationsOf(config)] as const);
    for (const [name, registrations] of all) this.#configs.set(name, registrations);
    this.isReady = true;
  }

  add(config: ExtensionConfig): void {
    this.#checkReady();
    this.#configs.set(config.metadata.name ?? "", registrationsOf(config));
  }

  remove(config: string): void {
    this.#checkReady();
    this.#configs.delete(config);
  }

  get(name: string): HandlerRegistration | undefined {
    return this.#all().find((registration) => registration.name === name);
  }

  list({ group, name }: GroupHook): readonly HandlerRegistration[] {
    return this.#all()
      .filter(({ hook }) => hook.group === group && hook.name === name)
      .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  }

  #all(): readonly HandlerRegistration[] {
    this.#checkReady();
    return [...this.#configs.values()].flat();
  }

  #checkReady(): void {
    if (!this.isReady) throw state("warmUp was not called yet");
  }
}

function state(problem: string): Error {
  return extensionError("extension/registry-state", { problem });
}
