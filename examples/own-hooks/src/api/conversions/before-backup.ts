// How requests and responses of BeforeBackup change between each older version and the newest.
import { type Conversion, defineConversion } from "@capstan/api";
import type * as v1alpha1 from "../v1alpha1/hooks.ts";
import type * as v1alpha2 from "../v1alpha2/hooks.ts";
import type * as v1beta1 from "../v1beta1/hooks.ts";

export const firstRequest: Conversion<v1alpha1.BeforeBackupRequest, v1beta1.BeforeBackupRequest> = defineConversion({
  older: {
    bucket: { to: "destination.bucket" },
    sizeGb: { to: "sizeGiB" },
    mode: { as: { enum: { fast: "Fast", safe: "Safe" } } },
  },
  newer: { "destination.region": "added", reason: "added" },
});
export const firstResponse: Conversion<v1alpha1.BeforeBackupResponse, v1beta1.BeforeBackupResponse> = defineConversion({
  older: { bucket: { to: "destination.bucket" } },
  newer: { "destination.region": "added" },
});

export const secondRequest: Conversion<v1alpha2.BeforeBackupRequest, v1beta1.BeforeBackupRequest> = defineConversion({
  older: { sizeGb: { to: "sizeGiB" } },
  newer: { reason: "added" },
});
export const secondResponse: Conversion<v1alpha2.BeforeBackupResponse, v1beta1.BeforeBackupResponse> = defineConversion(
  {
    older: { bucket: { to: "destination.bucket" } },
    newer: { "destination.region": "added" },
  },
);
