// The HTTP readiness probe of a process, as in the kubelet.
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";

const timeoutMs = 2000;

/** Whether the URL responds with a status from 200 to 399. Certificates are not checked, as in the kubelet. */
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
