// The lines of the infrastructure provider specification that say must or should.
import type { CitedDocument } from "../check-lines.ts";

/** Each line with the rules that cite it. */
export const specificationLines: CitedDocument = {
  document: "infrastructure-provider-specification.md",
  demands: { count: 17, sha256: "6591c3c80dac" },
  lines: [
    { line: 12, sha256: "8b629f08930a", ids: ["infracluster/crd"] },
    { line: 14, sha256: "c802e71f2504", ids: ["infracluster/crd", "infracluster/api-group"] },
    { line: 15, sha256: "3722dec1bca9", ids: ["infracluster/crd"] },
    { line: 16, sha256: "54d1f5e00a27", ids: ["infracluster/crd-name"] },
    { line: 17, sha256: "c4085e99d54f", ids: ["infracluster/scope"] },
    { line: 18, sha256: "b310a7fdb70b", ids: ["infracluster/type-object-meta"] },
    { line: 19, sha256: "65d0bc07d5b0", ids: ["infracluster/spec-and-status", "infracluster/control-plane-endpoint"] },
    {
      line: 25,
      sha256: "96969e87725a",
      ids: ["infracluster/spec-and-status", "infracluster/initialization-completed"],
    },
    { line: 33, sha256: "a9bf36404962", ids: ["infracluster/failure-domains"] },
    { line: 34, sha256: "ff88a7536736", ids: ["infracluster/failure-domains"] },
    { line: 44, sha256: "7fe698bd3ef2", ids: ["infracluster/template"] },
    { line: 73, sha256: "d668c251f639", ids: ["infracluster/crd-name", "infracluster/template"] },
    { line: 101, sha256: "2d5446bfbf85", ids: ["infracluster/wait-for-owner", "infracluster/idempotent"] },
    { line: 102, sha256: "9ade2f547acd", ids: ["infracluster/wait-for-owner", "infracluster/idempotent"] },
    { line: 136, sha256: "f1c9c48ecbaa", ids: ["infracluster/own-rbac"] },
    { line: 137, sha256: "adea24017a5f", ids: ["infracluster/own-rbac"] },
    { line: 158, sha256: "ab6f72166b52", ids: ["infracluster/core-rbac"] },
  ],
};
