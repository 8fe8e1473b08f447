// Calls of another version of a hook than the one that its handler is written for: the request is converted to the handler's version, and what it
// answers back to the caller's. What no conversion can carry over is an error of the call.
import type { Hook } from "@capstan/api";
import { convertBody, type HookBodies } from "@capstan/api/codegen/v1";
import { errorFrom, isCapstanError } from "@capstan/kube";
import { type CatalogHook, conversionBetween } from "../authoring/hook-versions.ts";
import { extensionError } from "../errors.ts";
import { firstProblem } from "./hook-schemas.ts";
import { failure, type HookResponse } from "./to-response.ts";

type Fields = Readonly<Record<string, unknown>>;
type Side = "request" | "response";

/** Two versions of a hook. */
export interface HookVersionPair {
  readonly from: CatalogHook;
  readonly to: CatalogHook;
}

/** A request in another version. Throws `extension/conversion` with the field that it lacks there. */
export function convertRequest(pair: HookVersionPair, request: Fields): Record<string, unknown> {
  const { to } = pair;
  const converted = { apiVersion: to.apiVersion, kind: to.requestKind, ...bodyIn("request", pair, request) };
  check("request", pair, converted);
  return converted;
}

/**
 * A response in another version. Status, message and delay are the same in all versions: a Failure has nothing else. Throws `extension/conversion` with
 * the field that it lacks there, also for a delay where the other version knows none.
 */
export function convertResponse(pair: HookVersionPair, response: HookResponse): HookResponse {
  const { to } = pair;
  const { status, message, retryAfterSeconds = 0 } = response;
  if (status === "Failure") return failure(to, message ?? "");
  if (retryAfterSeconds > 0 && !to.blocking)
    throw wrong("response", pair, { problem: `retryAfterSeconds: ${to.version} cannot make its caller wait` });
  const converted = {
    ...bodyIn("response", pair, response),
    apiVersion: to.apiVersion,
    kind: to.responseKind,
    status,
    ...(message === undefined ? {} : { message }),
  };
  // A version that cannot block has no such field.
  const whole = to.blocking ? { ...converted, retryAfterSeconds } : without(converted, "retryAfterSeconds");
  check("response", pair, whole);
  return whole;
}

function bodyIn(side: Side, { from, to }: HookVersionPair, body: Fields): Record<string, unknown> {
  const conversion =
    conversionBetween(from, from.version, to.version) ?? conversionBetween(to, from.version, to.version);
  if (conversion === undefined) throw wrong(side, { from, to }, { problem: "no conversion is declared" });
  return converted(side, { from, to }, { bodies: conversion[side], body });
}

interface BodyToConvert {
  readonly bodies: HookBodies;
  readonly body: Fields;
}

function converted(side: Side, pair: HookVersionPair, { bodies, body }: BodyToConvert): Record<string, unknown> {
  try {
    return convertBody(bodies, { body, from: pair.from.version, to: pair.to.version });
  } catch (error) {
    // A function of the author may have put the caller's values into its message.
    const problem = isCapstanError(error) ? error.code : errorFrom(error).name;
    throw wrong(side, pair, { problem, cause: error });
  }
}

function check(side: Side, pair: HookVersionPair, body: Fields): void {
  const problem = firstProblem(pair.to, side, body);
  if (problem !== undefined) throw wrong(side, pair, { problem });
}

interface Reason {
  readonly problem: string;
  readonly cause?: unknown;
}

function wrong(side: Side, { from, to }: HookVersionPair, { problem, cause }: Reason): Error {
  const values = { side, hook: from.name, from: from.version, to: to.version, problem };
  return extensionError("extension/conversion", values, cause);
}

function without<T extends Fields>(fields: T, name: string): T {
  const rest: T & Record<string, unknown> = { ...fields };
  Reflect.deleteProperty(rest, name);
  return rest;
}

/** Whether a call is of another version than the handler's. */
export function isOtherVersion(a: Hook, b: Hook): boolean {
  return a.apiVersion !== b.apiVersion;
}
