// The conditions of health checks: a rule cannot move a list and convert a field of its elements too, so functions do both.
import type { ObjectReference } from "@capstan/api/core/v1beta1";
import type { Duration, Int32 } from "@capstan/kube";
import { durationOf, secondsOf } from "./seconds.ts";

interface OlderCondition {
  type: string;
  status: "True" | "False" | "Unknown";
  timeout: Duration;
}

interface NewerCondition {
  type: string;
  status: "True" | "False" | "Unknown";
  timeoutSeconds: Int32;
}

/** Timeouts as durations, and as whole seconds of 32 bits. */
export const unhealthyConditions = {
  forward: (list: OlderCondition[]): NewerCondition[] =>
    list.map(({ timeout, ...rest }) => ({
      ...rest,
      timeoutSeconds: secondsOf(timeout),
    })),
  back: (list: NewerCondition[]): OlderCondition[] =>
    list.map(({ timeoutSeconds, ...rest }) => ({ ...rest, timeout: durationOf(timeoutSeconds) })),
};

interface Template {
  apiVersion: string;
  kind: string;
  name: string;
}

/** References that keep their API version in both versions, which the form for references does not do. */
export const remediationTemplate = {
  forward: ({ apiVersion = "", kind = "", name = "" }: ObjectReference): Template => ({ apiVersion, kind, name }),
  back: (template: Template): ObjectReference => template,
};

/** References of which more is given than the newer version has, or less. */
export const losesFields = ({ apiVersion, kind, name, ...more }: ObjectReference): boolean =>
  Object.keys(more).length > 0 || [apiVersion, kind, name].some((one) => one === undefined);
