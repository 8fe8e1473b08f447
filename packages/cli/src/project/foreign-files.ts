// Who may have written a file that the command runs: on a computer with several users, a folder above the project can be open to all of them, as /tmp is.
import { lstatSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import { nearestManifest } from "./nearest-manifest.ts";

/** The ids of users. */
export type Users = ReadonlySet<number>;

const rootUser = 0;
const writableByAll = 0o002;
const writableByOthers = 0o022;
const sticky = 0o1000;

/** The users whose files are run in a folder: the caller, root and the folder's owner. Undefined on systems without such ids. */
export function trustedUsers(folder: string): Users | undefined {
  const user = process.getuid?.();
  return user === undefined ? undefined : new Set([user, rootUser, statSync(folder).uid]);
}

/** The owner of a file (of a link, not of what it leads to) when nobody trusts that user; undefined also for a file that does not exist. */
export function foreignOwner(file: string, trusted: Users): number | undefined {
  const owner = lstatSync(file, { throwIfNoEntry: false })?.uid;
  return owner === undefined || trusted.has(owner) ? undefined : owner;
}

/**
 * Why another user may have written a module, as a clause; undefined when none may. It holds for the module, and for the folders from it up to the one that has its
 * outermost node_modules: a user who may change one of them may replace what is in it.
 */
export function foreignModule(file: string, trusted: Users): string | undefined {
  for (const path of withFolders(realpathSync(file))) {
    const owner = foreignOwner(path, trusted);
    if (owner !== undefined) return `"${path}" belongs to the user ${owner}, so nothing in it is run`;
    if (isOpen(statSync(path).mode)) return `every user may change "${path}", so nothing in it is run`;
  }
  return undefined;
}

/** Whether a folder is one in which all users create files, as /tmp is. */
export function isShared(mode: number): boolean {
  return (mode & writableByAll) !== 0 && (mode & sticky) !== 0;
}

/** What commands look for in the folders above a project: packages, their types, and options of the compiler. */
const lookedFor = ["node_modules", "tsconfig.json"] as const;

/**
 * What another user has put into a folder above this one for commands to find, for example /tmp/node_modules; undefined when there is nothing. That user decides what is
 * loaded from there, also of files that are not theirs: links, and entries that packages name, lead to any file.
 */
export function plantedAbove(folder: string, trusted: Users): string | undefined {
  return foldersAbove(realpathSync(folder))
    .flatMap((above) => lookedFor.map((name) => join(above, name)))
    .find((path) => foreignOwner(path, trusted) !== undefined);
}

/** The same for a module's own look-up of packages, which begins in its folder. */
export function plantedPackages(folder: string, trusted: Users): string | undefined {
  return [folder, ...foldersAbove(folder)]
    .filter((each) => basename(each) !== "node_modules" && !isClosed(each, trusted))
    .map((each) => join(each, "node_modules"))
    .find((path) => foreignOwner(path, trusted) !== undefined);
}

function foldersAbove(folder: string): readonly string[] {
  const above = dirname(folder);
  return above === folder ? [] : [above, ...foldersAbove(above)];
}

/** The owners of folders that nobody else may change. They are looked up once: there are thousands of imports. */
const ownersOfClosed = new Map<string, number>();

/** Whether only trusted users can put something into a folder. */
function isClosed(folder: string, trusted: Users): boolean {
  const known = ownersOfClosed.get(folder);
  if (known !== undefined) return trusted.has(known);
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found === undefined || (found.mode & writableByOthers) !== 0) return false;
  ownersOfClosed.set(folder, found.uid);
  return trusted.has(found.uid);
}

/**
 * What belongs to another user of a module that is outside of the project, as what is in /tmp/node_modules can: the file or one of its folders up to that of its
 * outermost node_modules. Undefined when nothing does. It is what Node has found: which file that is, Node alone knows.
 */
export function foreignDependency(file: string, root: string, trusted: Users): string | undefined {
  const real = realpathSync(file);
  if (real.startsWith(realpathSync(root) + sep)) return undefined;
  // A process is not its owner's file: what it was started with can be read there.
  if (real.startsWith(processes)) return real;
  return withFolders(real).find((path) => foreignOwner(path, trusted) !== undefined);
}

const processes = `${sep}proc${sep}`;

/** In a folder with the sticky bit, users can only create files, which are their own. */
function isOpen(mode: number): boolean {
  return (mode & writableByAll) !== 0 && (mode & sticky) === 0;
}

/** The file, and its folders up to that of its outermost node_modules, or of its package when it is in none. */
function withFolders(file: string): string[] {
  const installed = file.indexOf(`${sep}node_modules${sep}`);
  const top = installed === -1 ? (nearestManifest(dirname(file)) ?? dirname(file)) : file.slice(0, installed) || sep;
  const paths = [file];
  for (let path = file; path !== top && path !== dirname(path);) {
    path = dirname(path);
    paths.push(path);
  }
  return paths;
}
