// A watch as a value: its functions know the kind.
import { ConfigMap, Secret } from "@capstan/kube/builtin";
import { keyOf } from "@capstan/kube";
import { expect, test } from "vitest";
import { metadataOf } from "../cache/metadata-of.ts";
import type { ControllerWatch } from "./controller-options.ts";
import { watch } from "./watch.ts";

test("a watch has the kind and the options", () => {
  const options = { owner: "controller", labelSelector: "app=website" } as const;
  expect(watch(ConfigMap, options)).toEqual({ resource: ConfigMap, ...options });
});

test("functions that are written in a list of watches know their kinds", () => {
  const watches: readonly ControllerWatch[] = [
    watch(ConfigMap, {
      predicate: ({ object }) => {
        return object.data?.["disk"] !== undefined;
      },
      map: (config) => [{ namespace: keyOf(config).namespace, name: config.data?.["disk"] ?? "" }],
    }),
    watch(metadataOf(Secret), {
      map: (secret) => {
        // @ts-expect-error: the metadata alone
        void secret.data;
        return [keyOf(secret)];
      },
    }),
  ];
  const config: ConfigMap = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" }, data: { disk: "d" } };
  expect(watches.map((one) => one.predicate?.({ type: "add", object: config, initial: true }))).toEqual([
    true,
    undefined,
  ]);
});
