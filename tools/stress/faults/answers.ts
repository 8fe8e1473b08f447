// Answers that are errors, or are not of the API server.
import type { Fault } from "../fault.ts";
import type { OwnAnswer } from "../lab/fault-proxy.ts";
import { delay, until } from "../lab/until.ts";
import { widgetPath } from "../lab/widgets.ts";
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
  /** What the log says of a watch that was answered so. */
  readonly words: readonly string[];
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
    words: ["too many requests"],
  },
  {
    name: "500",
    does: "500",
    answer: { status: 500, body: JSON.stringify(statusOf(500, "InternalError", "etcdserver: leader changed")) },
    words: ["etcdserver: leader changed"],
  },
  {
    name: "html-200",
    does: "200 with a page of HTML",
    answer: { status: 200, headers: asHtml, body: html },
    words: ["watch events"],
  },
  {
    name: "html-502",
    does: "502 with a page of HTML",
    answer: { status: 502, headers: asHtml, body: html },
    words: ["HTTP 502"],
  },
  {
    name: "html-404",
    does: "404 with a page of HTML, as by a proxy that has lost its server",
    answer: { status: 404, headers: asHtml, body: html },
    words: [],
  },
];

/** First everything is answered so, then only watches: before one is opened, a call must have been answered well. */
function answered({ name, does, answer, words }: Row): Fault {
  return {
    name,
    does: `each request is answered ${does}, for 3 s, and then two watches`,
    demands: "the log names both, and no object is taken for deleted",
    proxied: true,
    logs: [{ words: ["Watch failed", "cannot watch widgets", ...words], least: 2 }],
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
      mustMeet("calls", calls, 2);
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

/** How many lists are cut: the waits between them grow. */
const cuts = 3;

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
        // A list that is cut before its end begins again, and goes on as a watch.
        const again = setInterval(() => {
          if (!refused) proxy.cut();
        }, 2000);
        await until("a list after 410", () => listed).finally(() => clearInterval(again));
      }
      proxy.interference = {};
    },
  },
  {
    name: "list-cut",
    does: `the watch that begins with the list ends after one object, ${cuts} times`,
    demands: "the log names each, and no object is taken for deleted",
    inSample: true,
    proxied: true,
    logs: [{ words: ["Watch failed", "before its list was complete"], least: cuts }],
    async happen({ api, proxy }) {
      const object = await api.json<object>({ method: "GET", path: widgetPath("widget-0") });
      let [refused, cut] = [false, 0];
      proxy.interference = {
        onRequest: ({ isWatch, url }) => {
          if (!isWatch || cut === cuts) return undefined;
          if (url.includes("sendInitialEvents=true")) {
            cut += 1;
            return { status: 200, body: `${JSON.stringify({ type: "ADDED", object })}\n` };
          }
          if (refused) return undefined;
          refused = true;
          return { status: 410, body: JSON.stringify(expired) };
        },
      };
      proxy.cut();
      await until("lists are cut", () => cut === cuts);
      proxy.interference = {};
    },
  },
  ...rows.map(answered),
];
