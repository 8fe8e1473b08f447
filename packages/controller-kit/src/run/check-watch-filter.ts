// Says so when `--watch-filter` leaves nothing to do: a typo in the flag or a missing label looks like a provider that does nothing.
import { matchesWatchFilter } from "@capstan/contract";
import { diagnose, type Resource } from "@capstan/kube";
import type { CacheReader, Logger } from "@capstan/operator";
import { kitErrors } from "../kit-errors.ts";

/** Logs `run/watch-filter-empty` when there are objects of the kinds and none has the label. Nothing is logged without objects: they may come. */
export function checkWatchFilter(
  kinds: readonly Resource[],
  { cache, log, watchFilter }: { readonly cache: CacheReader; readonly log: Logger; readonly watchFilter: string },
): void {
  if (watchFilter === "") return;
  let count = 0;
  for (const kind of kinds.filter((each) => cache.has(each)))
    for (const object of cache.each(kind)) {
      if (matchesWatchFilter(object, watchFilter)) return;
      count += 1;
    }
  if (count === 0) return;
  const values = { value: watchFilter, count, kinds: kinds.map(({ kind }) => kind).join(", ") };
  const code = "run/watch-filter-empty";
  const { message, help } = diagnose(kitErrors, code, { values });
  log.warn("The watch filter matches no object", { code, error: message, help });
}
