// The packages that programs are built on, by the type of the provider, and whether an image of a program has them.
import { diagnose, type Diagnostic } from "@capstan/kube";
import { cliDiagnostics } from "../cli-errors.ts";
import type { RunMember } from "../config/members.ts";
import type { ProjectDescription } from "./describe-project.ts";
import type { Project } from "./find-project.ts";
import { resolvePackage } from "./installed-packages.ts";

const ownKits: Readonly<Partial<Record<ProjectDescription["type"], string>>> = {
  operator: "@capstan/operator",
  "runtime-extension": "@capstan/extension-kit",
};
const providerKit = "@capstan/controller-kit";

/** All of them. */
export const allKits: readonly string[] = [providerKit, ...Object.values(ownKits)];

/** That of a type. */
export function kitOf(type: ProjectDescription["type"]): string {
  return ownKits[type] ?? providerKit;
}

/** The packages that programs of a project find only because something else brings them, such as @capstan/cli: an image has the dependencies alone. */
export function undeclaredKits({ root, manifest }: Project, members: readonly RunMember[]): readonly Diagnostic[] {
  const needed = new Map<string, string>();
  for (const { type, entry } of members) {
    const kit = type && kitOf(type);
    if (kit !== undefined && !needed.has(kit)) needed.set(kit, entry);
  }
  return [...needed]
    .filter(([kit]) => manifest.dependencies?.[kit] === undefined && resolvePackage(kit, root) !== undefined)
    .map(([kit, entry]) => diagnose(cliDiagnostics, "cli/undeclared-kit", { values: { package: kit, entry } }));
}
