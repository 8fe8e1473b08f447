// Lists of the objects of a cluster, each read on its own: a kind that cannot be read hides nothing that others have.
import { type Client, isNotFound } from "@capstan/client";
import { isCapstanError, type KubeObject, type Resource } from "@capstan/kube";

/** Reads kinds, and keeps the names of those that it cannot read. */
export interface KindReader {
  /** The objects of a kind: none where the server does not have the kind, undefined where they cannot be read. */
  readonly list: <T extends KubeObject>(resource: Resource<T>) => Promise<readonly T[] | undefined>;
  /** Those that cannot be read, as kubectl names them, in order. */
  readonly unreadable: () => readonly string[];
  /** Those that did not arrive in time, in the same way. */
  readonly late: () => readonly string[];
}

/** A reader for one run of doctor. */
export function kindReader(client: Client, signal: AbortSignal): KindReader {
  const unreadable = new Set<string>();
  const late = new Set<string>();
  return {
    list: async (resource) => {
      try {
        return (await client.listAll(resource, { signal })).items;
      } catch (error) {
        if (isNotFound(error)) return [];
        const isLate = signal.aborted || (isCapstanError(error) && error.code === "client/timeout");
        (isLate ? late : unreadable).add(resource.plural);
        return undefined;
      }
    },
    unreadable: () => [...unreadable].toSorted(),
    late: () => [...late].toSorted(),
  };
}
