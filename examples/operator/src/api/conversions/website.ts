// How Websites change between v1beta1 and v1: a field has another name, and v1 has a new one. Generated from it are the conversion and its proof.
import { type Conversion, defineConversion } from "@capstan/api";
import type * as v1 from "../v1/website.ts";
import type * as v1beta1 from "../v1beta1/website.ts";

export const website: Conversion<v1beta1.Website, v1.Website> = defineConversion({
  older: { "spec.heading": { to: "spec.title" } },
  newer: { "spec.host": "added" },
});
