// What both compilers of this tool (API Extractor's and the comparison's) are told alike: the libraries that declarations may name.
import { join } from "node:path";
import { root } from "@capstan/repo";

/** The names of tsconfig's `lib`; `dom` for what Node shares with browsers and for packages that mention it. */
export const compilerLibraries: string[] = ["es2024", "dom", "esnext.disposable"];

/** Where `@types/node` is, also for a package in a temporary folder. */
export const typeRoots: string[] = [join(root, "node_modules/@types")];
