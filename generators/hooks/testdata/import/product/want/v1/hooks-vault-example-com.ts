// The hooks of hooks.vault.example.com/v1, imported from their OpenAPI document.
import { defineHook } from "@capstan/api";
import type {
  Bytes,
  Double,
  Duration,
  Float,
  Hook,
  Int,
  Int32,
  Int64,
  IntOrString,
  JSONObject,
  JSONValue,
  ObjectMeta,
  Quantity,
  Time,
} from "@capstan/api";
import type { Target } from "../hooks-vault-example-com-types.ts";

/**
 * Asks whether a backup may begin.
 * @component com.example.vault.v1.BeforeBackupRequest
 * @minProperties 2
 */
export interface BeforeBackupRequest {
  apiVersion?: string;
  kind?: string;
  /** plan is what is backed up. */
  plan: Plan;
  /** previous is the plan of the last backup; null when there was none. */
  previous?: Plan | null;
  /** when is the time of the backup. */
  when: Time;
  /**
   * @maxProperties 8
   * @values.maxLength 64
   */
  settings?: Record<string, string>;
  /**
   * raw is any object.
   * @preserveUnknownFields
   */
  raw?: JSONObject;
  /** anything is any value. */
  anything?: JSONValue;
  extra?: Record<string, JSONValue>;
  object?: JSONObject;
  /** metadata names the vault. */
  metadata?: ObjectMeta;
}

/**
 * What is backed up, and how.
 * @component com.example.vault.v1.Plan
 */
export interface Plan {
  /**
   * default is a name that TypeScript uses.
   * @pattern "^[a-z]+/\\*\/$"
   */
  default: string;
  class: Class;
  /** @default true */
  "2nd-copy": boolean;
  /** @format int32 */
  level: 1 | 2 | 3;
  sizes?: {
    /**
     * @exclusiveMinimum
     * @minimum 0
     */
    total: Int64;
    /** bytes has no width. */
    bytes?: Int;
    /** @format uint32 */
    unsigned?: Int;
    ratio?: Double;
    share?: Float;
    /**
     * @multipleOf 0.5
     * @schema {"format":null}
     */
    plain?: Double;
  };
  port?: IntOrString;
  quantity?: Quantity;
  wait?: Duration;
  /** @schema {"writeOnly":true} */
  token?: Bytes;
  /**
   * @format email
   * @example "a@example.com"
   */
  mail?: string;
  /**
   * @minItems 1
   * @listType set
   * @schema {"uniqueItems":true}
   * @items.minLength 1
   * @items.pattern ^[a-z]+$
   * @items.schema {"description":"A name in small letters."}
   */
  names?: string[];
  /**
   * targets are where it goes.
   * @listType map
   * @listMapKey name
   */
  targets?: Target[];
  /** @items.items.maximum 9 */
  matrix?: Int32[][];
  modes?: ("Full" | "Delta")[];
  byZone?: Record<string, Target[]>;
  /** @values.schema {"additionalProperties":false} */
  limits?: Record<string, {
    soft?: Int32;
  }>;
  /** @schema {"enum":["left","right",null]} */
  either?: "left" | "right" | null;
  /**
   * @title The old way
   * @schema {"deprecated":true}
   */
  old?: string;
  /** @cel {"rule":"self > 1","message":"must be more than one"} */
  rule?: Int32;
}

/** The class of a plan. */
export type Class = "gold" | "silver \"925\"";

/** @component com.example.vault.v1.BeforeBackupResponse */
export interface BeforeBackupResponse {
  apiVersion?: string;
  kind?: string;
  status: "Success" | "Failure";
  /** @maxLength 1024 */
  message?: string | null;
  /**
   * @minimum 0
   * @maximum 3600
   */
  retryAfterSeconds: Int32;
}

/** Called before a backup */
export const BeforeBackup: Hook<BeforeBackupRequest, BeforeBackupResponse> = defineHook({
  apiVersion: "hooks.vault.example.com/v1",
  name: "BeforeBackup",
  summary: "Called before a backup",
  description: "Vault asks before it begins a backup.\n\nThe backup waits until no handler holds it.",
  tags: ["Backups", "Blocking"],
  blocking: true,
});

/**
 * Asks for the targets of a zone.
 * @component com.example.vault.v1.ListTargetsRequest
 */
export interface ListTargetsRequest {
  apiVersion?: string;
  kind: string;
  /** zone is where to look. */
  zone: string;
}

export interface ListTargetsResponse {
  status: "Success" | "Failure";
  targets: Target[];
}

/** Called to list targets */
export const ListTargets: Hook<ListTargetsRequest, ListTargetsResponse> = defineHook({
  apiVersion: "hooks.vault.example.com/v1",
  name: "ListTargets",
  summary: "Called to list targets",
  description: "Called to list targets",
  deprecated: true,
  singleton: true,
});
