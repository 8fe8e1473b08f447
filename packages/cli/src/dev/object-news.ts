// What happens to the objects of a cluster under `capstan dev`, as lines: their phases, and that they are deleted. The details are in `capstan describe` and in the console.
import { formatKey, getAt, keyOf, oneLine, parseApiVersion } from "@capstan/kube";
import type { EmbeddedEnv } from "@capstan/testenv";

/** Prints a line for each new phase of an object, and for its deletion; returns what ends that. */
export function printPhases(env: Pick<EmbeddedEnv, "changes">, note: (line: string) => void): () => void {
  return env.changes(({ type, object, previous }) => {
    // Namespaces have phases, too, and are no part of a cluster's life.
    if (parseApiVersion(object.apiVersion).group === "") return;
    const [phase, before] = [phaseOf(object), previous === undefined ? undefined : phaseOf(previous)];
    if (phase === undefined && before === undefined) return;
    const name = `${object.kind} ${formatKey(keyOf(object))}`;
    if (type === "DELETED") note(oneLine(`${name}: deleted`));
    else if (phase !== before && phase !== undefined) note(oneLine(`${name}: ${phase}`));
  });
}

function phaseOf(object: object): string | undefined {
  const phase = getAt(object, ["status", "phase"]);
  return typeof phase === "string" && phase !== "" ? phase : undefined;
}
