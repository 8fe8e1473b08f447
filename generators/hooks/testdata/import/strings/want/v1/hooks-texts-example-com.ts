// The hooks of hooks.texts.example.com/v1, imported from their OpenAPI document.
import { defineHook } from "@capstan/api";
import type { EmptyObject, Hook, Int, JSONObject } from "@capstan/api";

/**
 * *\/ export type Broken = any; /\*
 * @component a-b
 */
export interface AB {
  /** *\/ */
  "*\u002f"?: string;
  /** \@minLength 5 */
  "a b"?: string;
  /**
   * Text
   *
   * \@default "x"
   * ```
   * \@inside a fence
   * ```
   */
  tag?: string;
  /** @schema {"description":"an open fence\n```"} */
  fence?: string;
  /** @schema {"description":""} */
  blank?: string;
  /** @schema {"description":"\n  edges  \n"} */
  blanks?: string;
  /** @schema {"description":"\\@ and *\\/ as they are"} */
  escaped?: string;
  /**
   * @pattern "^\"*\/$"
   * @default "*\/"
   */
  "quoted\"'`"?: "*\u002f" | "\n" | "'" | "\"" | "\u2028";
  /** @schema {"description":"Grüße 🚀 \u0000"} */
  unicode?: string;
  string?: HookString;
  Hook?: HookHook;
  numbers?: Field2;
  twin?: HookField2;
  empty?: JSONObject;
  /** @schema {"additionalProperties":false} */
  none?: EmptyObject;
}

/** @component string */
export interface HookString {
  interface?: string;
}

/** @component Hook */
export interface HookHook {
  function?: true;
}

/** @component 2 */
export interface Field2 {
  "1"?: string;
  "-0"?: string;
}

/** @component 2.. */
export interface HookField2 {
  /** @schema {"enum":[true,false]} */
  "1"?: boolean;
}

/** @component BeforeTextResponse */
export interface BeforeTextResponse {
  status: string;
  retryAfterSeconds?: Int;
}

export const BeforeText: Hook<AB, BeforeTextResponse> = defineHook({
  apiVersion: "hooks.texts.example.com/v1",
  name: "BeforeText",
  summary: "Ends a comment *\u002f and goes on: `${x}` \u2028 \"quoted\" \\ back",
  description: "Line one\r\nLine two *\u002f\n@deprecated is no tag here",
  tags: ["*\u002f export const broken = 1;"],
  blocking: true,
});
