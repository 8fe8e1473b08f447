// Preloaded into child processes that run a project's entry (`node --import`), and into what a project starts (inherited-hooks.ts): it installs
// the TypeScript hooks. The process of an entry ends when the command that started it ends, even when that was killed, says to it when it is ready (say-ready.ts), sends it its trace and the calls of its hooks when it wants that (send-trace.ts, send-calls.ts), and has a clock that it can move (movable-clock.ts).
import { trustedUsers } from "./foreign-files.ts";
import type { TrustedProject } from "./foreign-project.ts";
import { inheritedProject, inheritedUsers } from "./inherited-hooks.ts";
import { installMovableClock } from "./movable-clock.ts";
import { sayAlive, sayExit } from "./say-alive.ts";
import { sayWhenReady } from "./say-ready.ts";
import { sendTrace } from "./send-trace.ts";
import { standbyVariable } from "./stand-by-messages.ts";
import { registerTypeScript } from "./typescript-hooks.ts";

const inherited = inheritedProject();
registerTypeScript(inherited ?? projectIn(process.cwd()));
if (inherited === undefined) {
  process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
  process.channel?.unref();
  // One that stands by is watched from its start on.
  if (process.env[standbyVariable] === undefined) sayAlive();
  sayExit();
  sayWhenReady();
  sendTrace();
  installMovableClock();
}

/** The project of an entry: the users whose files are run are those of the command, which has started it. */
function projectIn(root: string): TrustedProject {
  return { root, trusted: inheritedUsers() ?? trustedUsers(root) };
}
