// What a conversion may not ask: the clock, random numbers, the environment. Each is replaced once, when this file is imported, and works as before
// but while it is forbidden: a module that is imported later and keeps a reference (`const now = Date.now`) keeps the replacement.
import nodeCrypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import nodeProcess from "node:process";

let forbidden = false;

/** Runs something in which a call of an outside source throws. */
export function withoutSources<T>(run: () => T): T {
  forbidden = true;
  try {
    return run();
  } finally {
    forbidden = false;
  }
}

/** Lets the sources work again, after something was stopped that did not run its `finally`. */
export function allowSources(): void {
  forbidden = false;
}

function refuse(what: string): void {
  if (!forbidden) return;
  throw new Error(`a conversion ${what}: its result may depend on nothing but the object`);
}

/** Replaces functions of an object. */
function guard(holder: object, prefix: string, names: readonly string[]): void {
  for (const name of names) {
    const original: unknown = Reflect.get(holder, name);
    if (typeof original !== "function") continue;
    const value: unknown = new Proxy(original, {
      apply(target, self, args) {
        refuse(`calls ${prefix}.${name}`);
        const result: unknown = Reflect.apply(target, self, args);
        return result;
      },
    });
    Object.defineProperty(holder, name, { value, configurable: true, writable: true });
  }
}

/** Values that differ from process to process. What a module took of them when it was imported stays unseen. */
function guardValue(holder: object, prefix: string, name: string): void {
  const original: unknown = Reflect.get(holder, name);
  const get = (): unknown => {
    refuse(`reads ${prefix}.${name}`);
    return original;
  };
  Object.defineProperty(holder, name, { get, configurable: true, enumerable: true });
}

/** The class of dates, which throws when it is to be the present one. */
function guardedDate(dates: DateConstructor): DateConstructor {
  return new Proxy(dates, {
    apply(target, self, args) {
      refuse("calls Date()");
      return Reflect.apply(target, self, args);
    },
    construct(target, args: unknown[], newTarget) {
      if (args.length === 0) refuse("calls new Date()");
      // The class takes whatever the conversion gave.
      return Reflect.construct(target, args, newTarget) as Date;
    },
  });
}

/** The environment, of which nothing can be read. */
function guardedEnvironment(variables: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const read = "reads process.env";
  return new Proxy(variables, {
    get(target, name) {
      refuse(read);
      return Reflect.get(target, name);
    },
    has(target, name) {
      refuse(read);
      return Reflect.has(target, name);
    },
    ownKeys(target) {
      refuse(read);
      return Reflect.ownKeys(target);
    },
    getOwnPropertyDescriptor(target, name) {
      refuse(read);
      return Reflect.getOwnPropertyDescriptor(target, name);
    },
    // The object itself is the receiver: it takes nothing from another one.
    set: (target, name, value) => Reflect.set(target, name, value),
  });
}

guard(Date, "Date", ["now"]);
globalThis.Date = guardedDate(Date);
Object.defineProperty(Date.prototype, "constructor", { value: Date, configurable: true, writable: true });
guard(Math, "Math", ["random"]);
guard(performance, "performance", ["now", "toJSON"]);
guardValue(performance, "performance", "timeOrigin");
guard(crypto, "crypto", ["getRandomValues", "randomUUID"]);
guard(nodeCrypto, "crypto", ["randomBytes", "randomFillSync", "randomInt", "randomUUID"]);
guard(nodeProcess.hrtime, "process.hrtime", ["bigint"]);
guard(nodeProcess, "process", ["hrtime", "uptime", "cpuUsage", "memoryUsage"]);
for (const name of ["pid", "ppid"]) guardValue(nodeProcess, "process", name);
nodeProcess.env = guardedEnvironment(nodeProcess.env);
syncBuiltinESMExports();
