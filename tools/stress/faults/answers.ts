// Answers that are errors, or are not of the API server.
import type { Fault } from "../fault.ts";
import type { OwnAnswer } from "../lab/fault-proxy.ts";
import { delay, until } from "../lab/until.ts";
import { mustMeet } from "./met.ts";

const html = "<!doctype html><html><title>Sign in</title><body>Sign in to the network.</body></html>";
const asHtml = { "content-type": "text/html" };

function statusOf(code: number, reason: string, message: string): object {
  return { kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", message, reason, code };
}

const expired = statusOf(410, "Expired", "too old resource version: 1 (2)");

interface Row {
  readonly name: string;
  readonly does: string;
  readonly answer: OwnAnswer;
}

const rows: readonly Row[] = [
  {
    name: "429",
    does: "429 with Retry-After: 1",
    answer: {
      status: 429,
      headers: { "retry-after": "1" },
      body: JSON.stringify(statusOf(429, "TooManyRequests", "too many requests")),
    },
  },
  {
    name: "500",
    does: "500",
    answer: { status: 500, body: JSON.stringify(statusOf(500, "InternalError", "etcdserver: leader changed")) },
  },
  {
    name: "html-200",
    does: "200 with a page of HTML",
    answer: { status: 200, headers: asHtml, body: html },
  },
  {
    name: "html-502",
    does: "502 with a page of HTML",
    answer: { status: 502, headers: asHtml, body: html },
  },
];

/** First everything is answered so, then only watches: before one is opened, a call must have been answered well. */
function answered({ name, does, answer }: Row): Fault {
  return {
    name,
    does: `each request is answered ${does}, for 3 s, and then two watches`,
    demands: "",
    proxied: true,
    async happen({ proxy }) {
      let calls = 0;
      proxy.interference = {
        onRequest: () => {
          calls += 1;
          return answer;
        },
      };
      proxy.cut();
      // Longer, and the waits between attempts grow to half a minute.
      await delay(3000);
      mustMeet("calls", calls, 3);
      let watches = 0;
      proxy.interference = {
        onRequest: ({ isWatch }) => {
          if (!isWatch || watches === 2) return undefined;
          watches += 1;
          return answer;
        },
      };
      proxy.cut();
      await until("two watches", () => watches === 2);
      proxy.interference = {};
    },
  };
}

/** Their rows. */
export const answerFaults: readonly Fault[] = [
  {
    name: "410",
    does: "the version of the watch is too old, by the status of an answer and by an event",
    demands: "the objects are listed again",
    proxied: true,
    async happen({ proxy }) {
      for (const answer of [
        { status: 410, body: JSON.stringify(expired) },
        { status: 200, body: `${JSON.stringify({ type: "ERROR", object: expired })}\n` },
      ]) {
        let [refused, listed] = [false, false];
        proxy.interference = {
          onRequest: ({ isWatch, url }) => {
            const lists = url.includes("sendInitialEvents=true") || (!isWatch && /\/widgets(?:\?|$)/.test(url));
            listed ||= refused && lists;
            if (!isWatch || lists || refused) return undefined;
            refused = true;
            return answer;
          },
        };
        proxy.cut();
        await until("a list after 410", () => listed);
      }
      proxy.interference = {};
    },
  },
  ...rows.map(answered),
];
