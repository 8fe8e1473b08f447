// The packages that programs are built on: with one of them loaded, a process stands by for a program.
import type { RunMember } from "../config/members.ts";
import { describeArgs, type ProjectDescription } from "../project/describe-project.ts";
import type { Project } from "../project/find-project.ts";
import { resolvePackage } from "../project/installed-packages.ts";
import { allKits, kitOf } from "../project/needed-kits.ts";
import { Standby } from "../project/stand-by.ts";

/** The package that runs a program of this type; undefined where it is not installed. */
export function packageOf({ type }: Pick<ProjectDescription, "type">, root: string): string | undefined {
  const name = kitOf(type);
  return resolvePackage(name, root) === undefined ? undefined : name;
}

/** Has a process stand by for the description of a program, with the package that it most likely is built on; undefined where the project names none. */
export function standByToDescribe(project: Project, { entry, type }: RunMember): Standby | undefined {
  const { root, manifest } = project;
  const named = { ...manifest.devDependencies, ...manifest.dependencies };
  const name = kitOrder(type).find((kit) => kit in named && resolvePackage(kit, root) !== undefined);
  return name === undefined ? undefined : new Standby({ ...project, entry, args: describeArgs }, name);
}

/** A project with an extension beside its provider has both packages. */
function kitOrder(type: RunMember["type"]): readonly string[] {
  return type === undefined ? allKits : [kitOf(type), ...allKits];
}
