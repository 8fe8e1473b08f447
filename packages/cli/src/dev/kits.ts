// The packages that programs are built on: with one of them loaded, a process stands by for a program.
import { describeArgs, type ProjectDescription } from "../project/describe-project.ts";
import type { Project } from "../project/find-project.ts";
import { resolvePackage } from "../project/installed-packages.ts";
import { Standby } from "../project/stand-by.ts";

const kits: Readonly<Partial<Record<ProjectDescription["type"], string>>> = {
  operator: "@capstan/operator",
  "runtime-extension": "@capstan/extension-kit",
};
const providerKit = "@capstan/controller-kit";

/** The package that runs a program of this type; undefined where it is not installed. */
export function packageOf({ type }: Pick<ProjectDescription, "type">, root: string): string | undefined {
  const name = kits[type] ?? providerKit;
  return resolvePackage(name, root) === undefined ? undefined : name;
}

/** Has a process stand by for the description of a project, with the package that the project most likely is built on; undefined where it names none. */
export function standByToDescribe(project: Project, entry: string): Standby | undefined {
  const { root, manifest } = project;
  const named = { ...manifest.devDependencies, ...manifest.dependencies };
  const name = [providerKit, ...Object.values(kits)].find(
    (kit) => kit in named && resolvePackage(kit, root) !== undefined,
  );
  return name === undefined ? undefined : new Standby({ ...project, entry, args: describeArgs }, name);
}
