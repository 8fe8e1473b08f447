// Who may have written a file that the command runs: on a computer with several users, a folder above the project can be open to all of them, as /tmp is.
import { closeSync, fstatSync, lstatSync, openSync, readFileSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import { nearestManifest } from "./project-files.ts";

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

/** The folders above this one, the nearest first. */
export function foldersAbove(folder: string): readonly string[] {
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
  if (!isReplaceable(folder)) ownersOfClosed.set(folder, found.uid);
  return trusted.has(found.uid);
}

/**
 * What belongs to another user of a module that was found: the file, one of the project's folders that it is in, or outside of the project, as in /tmp/node_modules, one of its folders
 * up to that of its outermost node_modules. Undefined when nothing does. It is what Node or the compiler has found: which file that is, they alone know.
 */
export function foreignDependency(file: string, root: string, trusted: Users): string | undefined {
  const [real, top] = [realpathSync(file), realpathSync(root)];
  // A process is not its owner's file: what it was started with can be read there.
  if (real.startsWith(processes)) return real;
  const paths = real.startsWith(top + sep) ? pathsUpTo(top, real) : withFolders(real);
  return paths.find((path) => foreignOwner(path, trusted) !== undefined);
}

/** Whether a user who may write to a folder of a file, but not to the file, can put another file in its place: in a sticky folder only its owner can. */
export function isReplaceable(file: string): boolean {
  return foldersAbove(realpathSync(file)).some((folder) => {
    const { mode } = statSync(folder);
    return (mode & writableByOthers) !== 0 && (mode & sticky) === 0;
  });
}

/** The content of a file, and the owner of what was opened: at its path, there can be another file by now. */
export function openedFile(file: string): { readonly owner: number; readonly content: Buffer } {
  const opened = openSync(file, "r");
  try {
    return { owner: fstatSync(opened).uid, content: readFileSync(opened) };
  } finally {
    closeSync(opened);
  }
}

const processes = `${sep}proc${sep}`;

/** Whether all users can change what is in a folder: where the sticky bit is set, they can only create files, which are their own. */
export function isOpen(mode: number): boolean {
  return (mode & writableByAll) !== 0 && (mode & sticky) === 0;
}

/** The file, and its folders up to that of its outermost node_modules, or of its package when it is in none. */
function withFolders(file: string): string[] {
  const installed = file.indexOf(`${sep}node_modules${sep}`);
  const top = installed === -1 ? (nearestManifest(dirname(file)) ?? dirname(file)) : file.slice(0, installed) || sep;
  return pathsUpTo(top, file);
}

function pathsUpTo(top: string, file: string): string[] {
  const paths = [file];
  for (let path = file; path !== top && path !== dirname(path);) {
    path = dirname(path);
    paths.push(path);
  }
  return paths;
}
