// A clock for the time limit of conversions that runs twenty times as fast: a test of a loop need not wait for seconds.
import { Script } from "node:vm";
import { onTestFinished, vi } from "vitest";

const speed = 20;
const runInContext: unknown = Reflect.get(Script.prototype, "runInContext");
const cpuUsage = process.cpuUsage.bind(process);

/** Until the end of the test a limit is a twentieth of what it is, and processor time counts twentyfold. */
export function shortenLimit(): void {
  const scripts = vi.spyOn(Script.prototype, "runInContext").mockImplementation(function (this: Script, ...args) {
    const [context, options] = args;
    const { timeout } = { timeout: undefined, ...(typeof options === "object" ? options : {}) };
    if (typeof runInContext !== "function") throw new Error("a Script has no runInContext");
    return runInContext.call(this, context, timeout === undefined ? {} : { timeout: timeout / speed });
  });
  const usage = vi.spyOn(process, "cpuUsage").mockImplementation((began) => {
    const { user, system } = cpuUsage(began);
    return began === undefined ? { user, system } : { user: user * speed, system: system * speed };
  });
  onTestFinished(() => {
    scripts.mockRestore();
    usage.mockRestore();
  });
}
