import { defineResource } from "@capstan/contract/define";
import type { KubeObject, Resource } from "@capstan/kube";

/**
 * Text has paragraphs.
 *
 *   Indentation stays, and so does @default in prose.
 *
 * ```yaml
 * @minLength: this is an example
 * ```
 * \@home begins a line, and *\/ ends no comment.
 * @see elsewhere
 * @privateRemarks nobody reads this,
 * nor this
 */
export interface Text extends KubeObject<"test.capstan.dev/v1", "Text"> {
  spec?: {
    /** one line: with a colon, which YAML must quote, and so long that the line has to be folded at the first blank after column eighty */
    a?: string;
    /**
     * @deprecated use a
     * @maxLength 3
     */
    b?: string;
    /**
     * c was good.
     * @deprecated use a
     */
    c?: string;
    // Not a doc comment.
    d?: string;
  };
}
export const Text: Resource<Text> = defineResource({ apiVersion: "test.capstan.dev/v1", kind: "Text" });
