// What other tools take from here: the packed packages, and a starter that is built on them.
export { packAll, type Tarballs } from "./pack.ts";
export { writeStarter } from "./projects.ts";
