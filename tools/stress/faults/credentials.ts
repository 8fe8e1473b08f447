// Tokens, rights and certificates end and are renewed.
import type { Fault } from "../fault.ts";
import { grant, revoke } from "../lab/accounts.ts";
import { delay, until } from "../lab/until.ts";
import { mustMeet } from "./met.ts";

/** The API server takes tokens for a minute after their time. */
const graceSeconds = 60;

/** Their rows. */
export const credentialFaults: readonly Fault[] = [
  {
    name: "token-expired",
    does: "the token expires; 3 s after the first 401 its file has a new one",
    demands: "the log names it, in few lines",
    proxied: true,
    logs: [{ words: ["client/unauthorized"] }],
    async happen({ lab, folder, proxy }) {
      lab.writeToken(folder, "a", 5 - graceSeconds);
      // A client reads the file again when it is told that its token is not accepted.
      let told = false;
      proxy.interference = {
        onRequest: () => {
          if (told) return undefined;
          told = true;
          return { status: 401, body: "{}" };
        },
      };
      await until("the token expires", () => proxy.answered(401) > 1);
      await delay(3000);
      lab.writeToken(folder, "a", 3600);
    },
  },
  {
    name: "rbac-revoked",
    does: "the manager has no rights for 8 s at least, and its connections end",
    demands: "the log names the missing rule, in few lines",
    proxied: true,
    logs: [
      { words: ["operator/rights-missing", 'resources: ["widgets"]', '"list", "watch"'], most: 20 },
      { words: ["client/forbidden", "widgets/status"] },
    ],
    async happen({ api, proxy }) {
      await revoke(api);
      try {
        // The watch that is open goes on, and what it reports is reconciled.
        await until("a write is forbidden", () => proxy.answered(403) > 0);
        await delay(3000);
        proxy.cut();
        await delay(5000);
      } finally {
        await grant(api);
      }
    },
  },
  {
    name: "ca-rotated",
    does: "the certificate of the server is of a new authority, which the managers' file has 3 s later",
    demands: "no connection is made before that",
    proxied: true,
    async happen(rig) {
      const { proxy } = rig;
      proxy.rotate();
      proxy.cut();
      const before = proxy.requests;
      await delay(3000);
      mustMeet("rejected connections", proxy.rejections);
      if (proxy.requests > before) throw new Error(`${proxy.requests - before} requests to an unknown server`);
      rig.writeAuthority();
    },
  },
];
