// Certificates issued, and why one is not.
import { expect, test } from "vitest";
import { whyNot } from "./issuer.ts";
import type { Certificate, Issuer } from "./kinds.ts";

const issuer = (name: string, spec: Issuer["spec"] = { selfSigned: {} }): Issuer => ({
  apiVersion: "cert-manager.io/v1",
  kind: "Issuer",
  metadata: { namespace: "team", name },
  spec,
});
const issuers = [issuer("own"), issuer("other", {})];

const cases = [
  { given: { secretName: "s", issuerRef: { name: "own" } }, want: undefined },
  { given: { secretName: "s", issuerRef: { kind: "Issuer", name: "own" } }, want: undefined },
  { given: { issuerRef: { name: "own" } }, want: "spec.secretName is empty" },
  { given: { secretName: "s", issuerRef: { name: "absent" } }, want: "the Issuer team/absent does not exist" },
  {
    given: { secretName: "s", issuerRef: { name: "other" } },
    want: "the Issuer team/other is not selfSigned, and no other kind is played here",
  },
  {
    given: { secretName: "s", issuerRef: { kind: "ClusterIssuer", name: "own" } },
    want: "issuers of kind ClusterIssuer are not played here, only selfSigned Issuers",
  },
];
for (const { given, want } of cases) {
  test(`${JSON.stringify(given)}: ${want ?? "can be issued"}`, () => {
    const certificate: Certificate = {
      apiVersion: "cert-manager.io/v1",
      kind: "Certificate",
      metadata: { namespace: "team", name: "c" },
      spec: given,
    };
    expect(whyNot(certificate, issuers)).toBe(want);
  });
}
