// Asks a process by HTTP whether it is ready, as a kubelet does. Used by workload.ts.
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";

const timeoutMs = 2000;

/** Whether the URL answers with a status from 200 to 399. Certificates are not checked: a kubelet does not either. */
export function probe(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const options = { timeout: timeoutMs, rejectUnauthorized: false, agent: false };
    const request = (url.startsWith("https:") ? requestHttps : requestHttp)(url, options, (response) => {
      response.resume();
      const status = response.statusCode ?? 0;
      resolve(status >= 200 && status < 400);
    });
    request.on("timeout", () => request.destroy());
    request.on("error", () => resolve(false));
    request.end();
  });
}
