import { type Conversion, defineConversion } from "@capstan/api";
import type { OCIClusterIdentity as Older } from "../v1beta1/oci-cluster-identity.ts";
import type { OCIClusterIdentity as Newer } from "../v1beta2/oci-cluster-identity.ts";

export const ociClusterIdentity: Conversion<Older, Newer> = defineConversion({
  older: {},
});
