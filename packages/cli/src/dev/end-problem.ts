// What a process printed when it ended, as a problem of its project: of its modules, or an error that was thrown later.
import { type Diagnostic, diagnose } from "@capstan/kube";
import { messageIn, moduleProblem } from "../project/module-problem.ts";
import { devDiagnostics } from "./dev-diagnostics.ts";

/** The process that ended. */
export interface EndedEntry {
  /** The entry, as an absolute path and as people name it. */
  readonly file: string;
  readonly entry: string;
  /** The folder of the project. */
  readonly root: string;
}

/** The frames of a stack. */
const frame = /^ {4}at /m;
/** Node's own frames while a module is loaded. */
const loading = /^ {4}at .*\bnode:internal\/modules\//m;
/** What the process reported about itself. */
const coded = /^error [a-z-]+\/[a-z-]+: /m;

/** The diagnostic for what the process printed about its end. */
export function endProblem(stderr: string, { file, entry, root }: EndedEntry): Diagnostic {
  const printed = moduleProblem(file, stderr, root);
  if (!frame.test(stderr) || loading.test(stderr) || coded.test(stderr)) return printed;
  const { position = { file } } = printed;
  return diagnose(devDiagnostics, "dev/uncaught", { values: { entry, problem: messageIn(stderr) }, position });
}
