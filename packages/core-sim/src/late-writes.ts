// Changes of objects that are sent when a step ends: what several controllers change in one step, and what is replaced in the same step, is one write.
import { formatKey, keyOf, type KubeObject, type Resource } from "@capstan/kube";
import { inParallel } from "./in-parallel.ts";
import type { StepLists } from "./step-lists.ts";
import type { TransientErrors } from "./transient-errors.ts";
import type { Writer } from "./writer.ts";

interface LateWrite {
  readonly resource: Resource;
  /** As it is stored. */
  readonly stored: KubeObject;
  readonly draft: KubeObject;
  readonly writer: Writer;
}

/** The changes of a step that are not sent yet. */
export class LateWrites {
  readonly #lists: StepLists;
  readonly #kinds: ReadonlySet<string>;
  readonly #waiting = new Map<string, LateWrite>();
  /** How many changes there were. */
  count = 0;

  constructor(lists: StepLists, kinds: readonly Resource[]) {
    this.#lists = lists;
    this.#kinds = new Set(kinds.map(({ group, kind }) => `${group} ${kind}`));
  }

  /** Whether the changes of a kind are sent late. */
  takes({ group, kind }: Resource): boolean {
    return this.#kinds.has(`${group} ${kind}`);
  }

  /** Takes a change; all controllers see it from now on. */
  add(
    resource: Resource,
    { before, draft, writer }: Omit<LateWrite, "resource" | "stored"> & { before: KubeObject },
  ): void {
    const id = `${resource.kind} ${formatKey(keyOf(draft))}`;
    const known = this.#waiting.get(id);
    // What was read again in between has none of the changes before.
    const stored = known?.draft === before ? known.stored : before;
    this.#waiting.set(id, { resource, stored, draft, writer });
    this.#lists.show(resource, draft);
    this.count += 1;
  }

  /** Sends all. What fails is read again. */
  async flush(parallel: number, errors: TransientErrors): Promise<void> {
    await inParallel([...this.#waiting], parallel, async ([id, { resource, stored, draft, writer }]) => {
      await errors.keep(id, async () => {
        await writer.send(resource, stored, draft);
        this.#waiting.delete(id);
      });
    });
    this.drop();
  }

  /** Sends nothing more: what is not stored is read again. */
  drop(): void {
    for (const { resource, draft } of this.#waiting.values()) this.#lists.forget(resource, keyOf(draft));
    this.#waiting.clear();
  }
}
