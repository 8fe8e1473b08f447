// The lines of the page about life-cycle hooks that demand something.
import { type CitedDocument, linesWith } from "../check-lines.ts";

/** Each line with the demands that cite it. */
export const lifecycleLines: CitedDocument = {
  document: "lifecycle-hooks.md",
  demanding: linesWith(/\b(?:must|should|may)\b/i, "says must, should or may"),
  demands: { count: 11, sha256: "8841634855b4" },
  lines: [
    {
      line: 13,
      sha256: "c68531aea30a",
      ids: [
        "handlers/timeouts",
        "handlers/robust",
        "handlers/blocking",
        "handlers/side-effects",
        "handlers/idempotent",
        "handlers/independent",
        "handlers/deterministic",
        "handlers/messages",
      ],
    },
    { line: 15, sha256: "f30da63d5c68", ids: ["handlers/care"] },
    { line: 23, sha256: "e48d61f7efa7", ids: ["calling/moments", "handlers/blocking"] },
    { line: 55, sha256: "36c72489350c", ids: ["calling/moments", "document/control"] },
    { line: 84, sha256: "94a12530b7c3", ids: ["calling/moments", "handlers/blocking"] },
    { line: 86, sha256: "c5b2fa168108", ids: ["calling/held-changes"] },
    { line: 116, sha256: "f0642218b849", ids: ["calling/delays"] },
    { line: 120, sha256: "cfe60e1c05c0", ids: ["calling/moments", "handlers/blocking"] },
    { line: 122, sha256: "b39a1c43d818", ids: ["calling/held-changes"] },
    { line: 153, sha256: "dd14c8e77bc7", ids: ["calling/moments", "document/control"] },
    { line: 183, sha256: "352cdd0e5ff5", ids: ["calling/moments", "handlers/blocking"] },
  ],
};
