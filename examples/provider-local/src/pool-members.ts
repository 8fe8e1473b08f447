// Which machines a pool should have. Their names are the pool's, a dot and a number.
import type { Machine } from "@capstan/api/core/v1beta2";
import { annotations, type ObjectKey } from "@capstan/api";

/** What is known of a pool's machines. */
export interface PoolState {
  readonly pool: ObjectKey;
  readonly replicas: number;
  /** The machines that were started and not stopped. */
  readonly started: readonly ObjectKey[];
  /** The Machines that core has for them. */
  readonly machines: readonly Machine[];
}

/** The machines of a pool by what happens to them. One whose Machine is being deleted is neither wanted nor in excess: it ends through that. */
export interface Members {
  /** Those that stay or are to be started. */
  readonly wanted: readonly ObjectKey[];
  /** Those that are too many. */
  readonly excess: readonly ObjectKey[];
  /** All that run or are to be started, by number. */
  readonly all: readonly ObjectKey[];
}

/** When there are too many, those go first that are marked for it, then those with the highest numbers. The name of a machine that ends is not used again before. */
export function membersOf({ pool, replicas, started, machines }: PoolState): Members {
  const known = new Map(machines.map((machine) => [machine.metadata.name, machine]));
  const isMarked = ({ name }: ObjectKey): boolean =>
    known.get(name)?.metadata.annotations?.[annotations.deleteMachine] !== undefined;
  const staying = started
    .filter(({ name }) => known.get(name)?.metadata.deletionTimestamp === undefined)
    .toSorted((a, b) => Number(isMarked(a)) - Number(isMarked(b)) || numberOf(a) - numberOf(b));
  const kept = staying.slice(0, replicas);
  const taken = new Set([...started.map(({ name }) => name), ...known.keys()]);
  const added: ObjectKey[] = [];
  for (let index = 0; kept.length + added.length < replicas; index += 1) {
    const member = { namespace: pool.namespace, name: `${pool.name}.${index}` };
    if (!taken.has(member.name)) added.push(member);
  }
  const all = [...started, ...added].toSorted((a, b) => numberOf(a) - numberOf(b));
  return { wanted: [...kept, ...added], excess: staying.slice(replicas), all };
}

function numberOf({ name }: ObjectKey): number {
  return Number(name.slice(name.lastIndexOf(".") + 1));
}
