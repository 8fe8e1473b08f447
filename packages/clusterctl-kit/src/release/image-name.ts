// Canonical image names, as clusterctl requires them: a registry and a lower-case path, complete. It does not check that the image exists.

const component = "[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*";
const canonical = new RegExp(
  `^(?<domain>(?:[a-zA-Z0-9-]+(?:\\.[a-zA-Z0-9-]+)+|localhost)(?::[0-9]+)?|[a-zA-Z0-9-]+:[0-9]+)/(?<path>${component}(?:/${component})*)$`,
);

/** Docker Hub adds `library/` to a single segment, and its old name is replaced: neither stays as written. */
const dockerHub = "docker.io";
const oldDockerHub = "index.docker.io";

/** Whether an image without tag is written so that normalizing it changes nothing. */
export function isCanonicalImage(image: string): boolean {
  const groups = canonical.exec(image)?.groups;
  const path = groups?.["path"];
  if (path === undefined || groups?.["domain"] === oldDockerHub) return false;
  return groups?.["domain"] !== dockerHub || path.includes("/");
}
