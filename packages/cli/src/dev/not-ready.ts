// Why a process is not ready yet, in a few words: what its probe answers, or that nothing listens at its address.
import { get } from "node:http";
import { oneLine } from "@capstan/kube";

const answerMs = 1000;
const mostCharacters = 200;

/** Asks the probe. Only for a message: another process of the computer might answer. */
export function whyNotReady(url: string): Promise<string> {
  const { host, pathname } = new URL(url);
  return new Promise((resolve) => {
    const request = get(url, { agent: false, signal: AbortSignal.timeout(answerMs) }, (response) => {
      let body = "";
      const answer = (): void => {
        const shown = oneLine(body.trim()).slice(0, mostCharacters);
        resolve(`${pathname} answers ${response.statusCode ?? 0}${shown === "" ? "" : `, ${shown}`}`);
        request.destroy();
      };
      response.setEncoding("utf8").on("data", (part: string) => {
        body += part;
        if (body.length > mostCharacters) answer();
      });
      response.on("end", answer).on("error", answer);
    });
    request.on("error", (error: NodeJS.ErrnoException) => {
      const refused = error.code === "ECONNREFUSED";
      resolve(refused ? `nothing listens at ${host} yet` : `${pathname} at ${host} does not answer`);
    });
  });
}
