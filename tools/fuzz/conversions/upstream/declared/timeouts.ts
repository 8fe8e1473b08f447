// The timeouts of kubeadm: v1beta1 has two, and the first of them becomes a timeout of init and one of join.
import { parseDuration, type Duration, type Int32 } from "@capstan/kube";
import { durationOf, secondsOf } from "./seconds.ts";

interface Older {
  controlPlane?: Duration;
  discovery?: Duration;
}

interface Newer {
  init?: Int32;
  join?: Int32;
  tlsBootstrap?: Int32;
}

/** The timeouts of both versions. */
export const timeouts = {
  forward: ({ controlPlane, discovery }: Older): Newer => {
    const seconds = controlPlane === undefined ? {} : { init: secondsOf(controlPlane), join: secondsOf(controlPlane) };
    return discovery === undefined ? seconds : { ...seconds, tlsBootstrap: secondsOf(discovery) };
  },
  back: ({ init, tlsBootstrap }: Newer): Older => ({
    ...(init === undefined ? {} : { controlPlane: durationOf(init) }),
    ...(tlsBootstrap === undefined ? {} : { discovery: durationOf(tlsBootstrap) }),
  }),
};

/** A period of no length is no value in v1beta2. */
export const retryPeriod = {
  forward: (period: Duration): Int32 | undefined => (parseDuration(period) === 0 ? undefined : secondsOf(period)),
  back: (seconds: Int32): Duration => durationOf(seconds),
};
