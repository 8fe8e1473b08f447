// By which version of HTTP Cluster API's managers called an extension: the lines "Arrived" that `e2e/extension` writes for each of their calls.

/** One call that arrived. */
export interface ArrivedCall {
  /** The version of HTTP by which it came, as "2.0". */
  readonly version: string;
  /** The newest version that the extension offered at that time. */
  readonly offered: string;
  /** The user agent, in which Go's client names the version it uses. */
  readonly caller: string;
  readonly path: string;
}

/** The calls in a log, in order. */
export function arrivedCalls(log: string): ArrivedCall[] {
  const lines = log.split("\n").filter((line) => line.includes('"msg":"Arrived"'));
  return lines.map((line): ArrivedCall => JSON.parse(line.slice(line.indexOf("{"))));
}

/** How many calls came by each version where each version was the newest one offered, in words. */
export function versionsInWords(calls: readonly ArrivedCall[]): string[] {
  const groups = Map.groupBy(calls, ({ offered, version }) => `HTTP/${offered} offered, called by HTTP/${version}`);
  return [...groups].map(([words, all]) => `${words}: ${all.length} calls`).toSorted();
}

/** The calls that did not come by the newest version offered, which Go's client chooses in the handshake. */
export function wrongVersions(calls: readonly ArrivedCall[]): ArrivedCall[] {
  return calls.filter(({ version, offered, caller }) => version !== offered || caller !== `Go-http-client/${version}`);
}
