// What the API server's objects say: each was reconciled at its last generation.

/** What is read of an object. */
export interface Reconciled {
  readonly metadata: { readonly name?: string; readonly generation?: number };
  readonly spec: { readonly value: number };
  readonly status?: { readonly observedGeneration?: number; readonly value?: number };
}

/** The names of the objects whose last change was not reconciled. */
export function lostObjects(objects: readonly Reconciled[]): readonly string[] {
  return objects
    .filter(
      ({ metadata, spec, status }) =>
        status?.observedGeneration !== metadata.generation || status?.value !== spec.value,
    )
    .map(({ metadata }) => metadata.name ?? "");
}
