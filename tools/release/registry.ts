// What a release asks of the registry: who we are, and which packages are there in a version. Asked through pnpm, so that its
// proxies, certificates and tokens are those of the publishing itself.
import { tool, tryTool, type Repository } from "./repository.ts";
import { inParallel } from "./in-parallel.ts";

/** The address of the registry. */
export async function registryUrl(repository: Repository): Promise<string> {
  return (await tool(repository, "pnpm", "config", "get", "registry")).trim().split("\n").at(-1) ?? "";
}

/** The user whose token is used; throws when the registry knows none. */
export async function registryUser(repository: Repository): Promise<string> {
  const { code, output } = await tryTool(repository, "pnpm", "whoami");
  if (code === 0) return output.trim();
  const url = await registryUrl(repository);
  const words = output.replaceAll(/\s+/g, " ").trim();
  throw new Error(
    `${url} does not know you, so nothing could be published; run npm login, or give --userconfig a file with a token (pnpm whoami: ${words})`,
  );
}

/** Those of the packages that the registry has in this version. */
export async function publishedIn(
  repository: Repository,
  names: readonly string[],
  version: string,
): Promise<string[]> {
  const found = await inParallel(names, async (name) => isPublished(repository, name, version));
  return names.filter((_, index) => found[index]);
}

/** Asked for the very version: pnpm does not find a package that has snapshots alone, and so no `latest`, by its name. */
async function isPublished(repository: Repository, name: string, version: string): Promise<boolean> {
  const { code, output } = await tryTool(repository, "pnpm", "view", `${name}@${version}`, "version", "--json");
  if (code === 0) return true;
  if (/"code": "(?:ERR_PNPM_FETCH_404|ERR_PNPM_PACKAGE_NOT_FOUND)"/.test(output)) return false;
  throw new Error(`pnpm view ${name}@${version} ended with ${code}:\n${output.trim()}`);
}
