// Canonical image names, as clusterctl demands them: a registry, a lower-case path, and nothing left to be filled in.
// Called by check-config.ts; whether the image exists is not asked.

const component = "[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*";
const canonical = new RegExp(
  `^(?<domain>(?:[a-zA-Z0-9-]+(?:\\.[a-zA-Z0-9-]+)+|localhost)(?::[0-9]+)?|[a-zA-Z0-9-]+:[0-9]+)/(?<path>${component}(?:/${component})*)$`,
);

/** Docker Hub adds `library/` to a single segment, and its old name is replaced: neither stays as it was written. */
const dockerHub = "docker.io";
const oldDockerHub = "index.docker.io";

/** Whether an image without tag is written so that normalising it changes nothing. */
export function isCanonicalImage(image: string): boolean {
  const groups = canonical.exec(image)?.groups;
  const path = groups?.["path"];
  if (path === undefined || groups?.["domain"] === oldDockerHub) return false;
  return groups?.["domain"] !== dockerHub || path.includes("/");
}
