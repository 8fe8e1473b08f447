// The packages of the registry that users of the published packages install, read from pnpm's lock file.
import { isJsonObject, ownValue } from "@capstan/kube";
import { parse } from "yaml";

/** The versions that are locked, by name. */
export type PackageVersions = ReadonlyMap<string, ReadonlySet<string>>;

/** Folders whose dependencies reach users: generators are bundled into the command. */
const published = /^(packages|generators)\//;
/** Peer dependencies follow a version in parentheses. */
const peers = /\(.*$/;

/** Reads what the published packages depend on in production, directly or not. */
export function productionPackages(lockFile: string): PackageVersions {
  const lock: unknown = parse(lockFile);
  const importers = Object.entries(fieldsOf(lock, "importers")).filter(([folder]) => published.test(folder));
  if (importers.length === 0)
    throw new Error("pnpm-lock.yaml names no folder below packages/: is it of another version?");
  const snapshots = fieldsOf(lock, "snapshots");
  const seen = new Set<string>();
  const found = new Map<string, Set<string>>();
  const add = (name: string, locked: string): void => {
    if (/^(link|file|workspace):/.test(locked)) return;
    // An alias is locked with the name that it stands for.
    const key = Object.hasOwn(snapshots, locked) ? locked : `${name}@${locked}`;
    if (seen.has(key)) return;
    seen.add(key);
    const plain = key.replace(peers, "");
    const at = plain.lastIndexOf("@");
    const versions = found.get(plain.slice(0, at)) ?? new Set();
    found.set(plain.slice(0, at), versions.add(plain.slice(at + 1)));
    for (const [child, version] of dependenciesOf(ownValue(snapshots, key))) add(child, version);
  };
  for (const [, importer] of importers) for (const [name, version] of dependenciesOf(importer)) add(name, version);
  return found;
}

function dependenciesOf(holder: unknown): [string, string][] {
  return ["dependencies", "optionalDependencies"].flatMap((field) =>
    Object.entries(fieldsOf(holder, field)).map(([name, locked]): [string, string] => [
      name,
      String(isJsonObject(locked) ? locked["version"] : locked),
    ]),
  );
}

function fieldsOf(holder: unknown, field: string): Readonly<Record<string, unknown>> {
  const value = isJsonObject(holder) ? ownValue(holder, field) : undefined;
  return isJsonObject(value) ? value : {};
}
