// Local processes, ports and folders for tests: `@capstan/testenv/host`.
export { BuildCache, type BuildCacheOptions, type BuiltPaths, type ForeignPlace } from "./build-cache.ts";
export type { ChangedPlace } from "./changed-by-others.ts";
export { hostErrors } from "./errors.ts";
export { type ForeignFolder, foreignFolderAbove } from "./folders-above.ts";
export { findOnPath, followParent, isExecutable, type Wrapped } from "./follow-parent.ts";
export { lastLines } from "./log-file.ts";
export { freePort, freePorts, isFreePort, portOf } from "./ports.ts";
export { type LocalProcess, type ProcessExit, type ProcessOptions, startProcess } from "./process.ts";
export { deleteOwn, openOwnFolder, openPrivateFolder } from "./private-folder.ts";
export { writeSecretFile } from "./secret-file.ts";
export { type UserFolder, userFolder } from "./user-folders.ts";
