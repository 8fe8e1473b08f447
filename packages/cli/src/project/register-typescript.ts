// Preloaded into child processes that run a project's entry (`node --import`), and into what a project starts (inherited-hooks.ts): it installs
// the TypeScript hooks. The process of an entry ends when the command that started it ends, even when that was killed, says to it when it is ready (say-ready.ts), and sends it its trace when it wants that (send-trace.ts).
import { trustedUsers } from "./foreign-files.ts";
import type { TrustedProject } from "./foreign-project.ts";
import { inheritedProject, inheritedUsers } from "./inherited-hooks.ts";
import { sayAlive, sayExit } from "./say-alive.ts";
import { sayWhenReady } from "./say-ready.ts";
import { sendTrace } from "./send-trace.ts";
import { registerTypeScript } from "./typescript-hooks.ts";

const inherited = inheritedProject();
registerTypeScript(inherited ?? projectIn(process.cwd()));
if (inherited === undefined) {
  process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
  process.channel?.unref();
  sayAlive();
  sayExit();
  sayWhenReady();
  sendTrace();
}

/** The project of an entry: the users whose files are run are those of the command, which has started it. */
function projectIn(root: string): TrustedProject {
  return { root, trusted: inheritedUsers() ?? trustedUsers(root) };
}
