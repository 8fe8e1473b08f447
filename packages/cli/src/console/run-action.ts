// The actions of the page: their shapes are checked, since a body can be anything, and their failures become messages.
import { describeError, isJsonObject } from "@capstan/kube";
import type { ConsoleActions, ConsoleSource } from "./console-source.ts";
import type { ActionAnswer, ConsoleAction, FaultName, YamlRequest } from "./wire.ts";

const faults: readonly FaultName[] = ["down", "slow", "conflicts", "watches"];

/** How each action is read from the fields of a body; undefined when a field is missing or wrong. */
const readers: Readonly<Record<ConsoleAction["action"], (body: Fields) => ConsoleAction | undefined>> = {
  delete: ({ id }) => (typeof id === "string" ? { action: "delete", id } : undefined),
  scale: ({ id, replicas }) =>
    typeof id === "string" && isCount(replicas, Number.MAX_SAFE_INTEGER)
      ? { action: "scale", id, replicas }
      : undefined,
  pause: ({ id, paused }) =>
    typeof id === "string" && typeof paused === "boolean" ? { action: "pause", id, paused } : undefined,
  fault: (body) => {
    const fault = faults.find((name) => name === body["fault"]);
    return fault === undefined || typeof body["on"] !== "boolean"
      ? undefined
      : { action: "fault", fault, on: body["on"] };
  },
  kill: () => ({ action: "kill" }),
  clock: ({ seconds }) => (isCount(seconds, 365 * 24 * 3600) ? { action: "clock", seconds } : undefined),
};

type Fields = Readonly<Record<string, unknown>>;

function isCount(value: unknown, most: number): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= most;
}

/** The action that a body requests; undefined when it is none. */
export function readAction(body: unknown): ConsoleAction | undefined {
  if (!isJsonObject(body)) return undefined;
  const reader = Object.entries(readers).find(([name]) => name === body["action"])?.[1];
  return reader?.(body);
}

/** The YAML in a body; the empty string when there is none. */
export function readYaml(body: unknown): YamlRequest {
  const { yaml, base } = isJsonObject(body) ? body : {};
  return { yaml: typeof yaml === "string" ? yaml : "", ...(typeof base === "number" ? { base } : {}) };
}

/** Runs an action. It never rejects: the answer says what happened. */
export async function runAction(source: ConsoleSource, action: ConsoleAction | undefined): Promise<ActionAnswer> {
  if (action === undefined) return { ok: false, message: "this is not an action of the console" };
  try {
    const message = await call(source, action);
    return message === undefined
      ? { ok: false, message: `this session cannot do "${action.action}", or the object does not exist` }
      : { ok: true, message };
  } catch (caught) {
    return { ok: false, message: describeError(caught) };
  }
}

async function call({ actions, timeline }: ConsoleSource, action: ConsoleAction): Promise<string | undefined> {
  const object = "id" in action ? timeline.now.get(action.id) : undefined;
  switch (action.action) {
    case "delete":
      return object && actions.delete?.(object);
    case "scale":
      return object && actions.scale?.(object, action.replicas);
    case "pause":
      return object && actions.pause?.(object, action.paused);
    case "fault":
      return actions.fault?.(action.fault, action.on);
    case "kill":
      return actions.kill?.();
    case "clock":
      return actions.clock?.(action.seconds);
  }
}

/** The names of the actions that exist, for `SessionFacts`. */
export function actionNames(actions: ConsoleActions): (keyof ConsoleActions)[] {
  const names: readonly (keyof ConsoleActions)[] = ["apply", "delete", "scale", "pause", "fault", "kill", "clock"];
  return names.filter((name) => actions[name] !== undefined);
}
