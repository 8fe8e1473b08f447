// A name that is shortened in the middle: what generated names differ in is at their end.
import type { VNode } from "preact";

/** As many characters of the end are always shown. */
const tail = 7;

/** The name; the page's style cuts its first part. */
export function Name({ text }: { text: string }): VNode {
  return (
    <span class="cut-name" title={text}>
      <span>{text.slice(0, -tail)}</span>
      <span>{text.slice(-tail)}</span>
    </span>
  );
}
