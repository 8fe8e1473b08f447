// Reads and writes the note of one object in one pass. A write succeeds only if the note is still the one that was read, so that of two processes which both believe
// that they lead only one can go on.
import type { Client } from "@capstan/client";
import { keyOf, type KubeObject, type Resource } from "@capstan/kube";
import { writeLatest } from "../workflow/write-latest.ts";
import { newNote, type NotePlace, noteTextOf, type OnceNote, readOnceNote } from "./note.ts";
import { onceWaits } from "./sightings.ts";

/** Where the note is, and how to write it. */
export interface NoteStoreOptions extends NotePlace {
  readonly client: Client;
  readonly resource: Resource;
}

/** The note of one object. */
export class NoteStore {
  readonly #client: Client;
  readonly #resource: Resource;
  readonly #annotation: string;
  #object: KubeObject;
  #note: OnceNote;

  constructor({ client, resource, object, annotation }: NoteStoreOptions) {
    this.#client = client;
    this.#resource = resource;
    this.#annotation = annotation;
    this.#object = object;
    // A new one is stored with the first write.
    this.#note = readOnceNote({ object, annotation }) ?? newNote({ object, annotation });
  }

  get note(): OnceNote {
    return this.#note;
  }

  /** Writes attempt and ref; both are removed where they are not given. Throws `once/changed` when another process has written meanwhile, or the object was deleted. */
  async write({ attempt, ref }: Pick<OnceNote, "attempt" | "ref">): Promise<void> {
    const { seed, id } = this.#note;
    const note = { seed, id, attempt, ref };
    const read = this.#textOf(this.#object);
    let written: KubeObject | undefined;
    await writeLatest(this.#client, this.#resource, {
      base: this.#object,
      write: async (live) => {
        if (this.#textOf(live) !== read || this.#isDeletedSince(live)) throw this.#changed();
        written = await this.#patch(live, JSON.stringify(note));
        return written;
      },
    });
    if (written === undefined) throw this.#changed();
    this.#object = written;
    this.#note = note;
  }

  #patch({ metadata: { resourceVersion } }: KubeObject, text: string): Promise<KubeObject> {
    const body = { metadata: { resourceVersion, annotations: { [this.#annotation]: text } } };
    return this.#client.patch(this.#resource, keyOf(this.#object), { type: "merge", body });
  }

  /** Whether it is deleted, and this pass does not know: it would create something that the next pass has removed already. */
  #isDeletedSince({ metadata }: KubeObject): boolean {
    return metadata.deletionTimestamp !== this.#object.metadata.deletionTimestamp;
  }

  #textOf(object: KubeObject): string | undefined {
    return noteTextOf({ object, annotation: this.#annotation });
  }

  #changed(): Error {
    return onceWaits("once/changed", { object: this.#object, name: this.#annotation, forMs: 1000 });
  }
}
