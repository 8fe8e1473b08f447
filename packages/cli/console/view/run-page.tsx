// The page of one reconcile: why it ran, how it ended, and each of its writes with what it changed.
import type { VNode } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { objectWords, Run, type RunDetail } from "./runs.tsx";
import { useWritten } from "./written.ts";

interface RunPageProps {
  readonly detail: RunDetail;
  /** Shows the object on the page of the cluster; undefined where it does not exist. */
  readonly show: (() => void) | undefined;
  readonly close: () => void;
}

/** The page. */
export function RunPage({ detail, show, close }: RunPageProps): VNode {
  const diffOf = useWritten(detail.writes);
  const section = useRef<HTMLElement>(null);
  const { run } = detail;
  // Who has chosen it with the keyboard goes on in it.
  useLayoutEffect(() => section.current?.focus(), [run.reconcileId]);
  return (
    <section class="open-hook open-run" id="run" aria-label="A reconcile" tabIndex={-1} ref={section}>
      <div class="run-head">
        <button type="button" class="back icon" aria-label="Back to the reconciles" onClick={close}>
          ←
        </button>
        <strong>{objectWords({ kind: run.kind, ...run.key })}</strong>
        {show !== undefined && (
          <button type="button" onClick={show}>
            Show the object
          </button>
        )}
        <button type="button" class="close icon" aria-label="Close" onClick={close}>
          ×
        </button>
      </div>
      <ol class="runs">
        <Run detail={detail} diffOf={diffOf} />
      </ol>
      {detail.writes.length === 0 && <p class="quiet">It wrote nothing.</p>}
    </section>
  );
}
