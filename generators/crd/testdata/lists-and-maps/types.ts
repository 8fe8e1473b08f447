import { defineResource } from "@capstan/contract/define";
import type { Int32, KubeObject, Resource } from "@capstan/kube";

/** Port is documented by its type: elements take the type's words. */
export interface Port {
  /**
   * @minLength 1
   * @maxLength 63
   */
  name: string;
  number: Int32;
}

/** A zone's name. */
export type Zone = string;

export interface ShelfSpec {
  /**
   * ports are keyed by name.
   * @maxItems 16
   * @listType map
   * @listMapKey name
   */
  ports?: Port[];
  /**
   * @minItems 1
   * @listType set
   * @items.maxLength 63
   */
  tags?: readonly string[];
  /** @listType atomic */
  zones?: Array<Zone>;
  /**
   * @maxProperties 50
   * @values.maxLength 256
   * @mapType granular
   */
  labels?: Record<string, string>;
  byName?: { [name: string]: Port };
  matrix?: Record<string, Int32[]>;
  /** @items.items.minLength 2 */
  nested?: string[][];
  fixed?: Record<"left" | "right", Int32>;
  /** @mapType atomic */
  inline?: { a?: string };
}

export interface Shelf extends KubeObject<"test.capstan.dev/v1", "Shelf"> {
  spec?: ShelfSpec;
}
export const Shelf: Resource<Shelf> = defineResource({ apiVersion: "test.capstan.dev/v1", kind: "Shelf" });
