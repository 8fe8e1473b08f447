#!/usr/bin/env node
// The `capstan` command. It checks the version of Node before it loads anything that an older Node cannot run.
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);

if (major > 22 || (major === 22 && minor >= 19)) {
  // Not awaited: Node would warn about a command that is ended from outside before it is done.
  void import("./command.ts");
} else {
  process.stderr.write(
    `capstan needs Node 22.19 or newer, but this is Node ${process.versions.node}: install a newer Node\n`,
  );
  process.exitCode = 1;
}
