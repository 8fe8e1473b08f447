// The proxy through which an API server reaches Services.
import { createServer, type Server } from "node:net";
import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { portOf } from "@capstan/testenv/host";
import { type ConnectProxy, type ProxyRoute, startConnectProxy } from "./connect-proxy.ts";

let echo: Server;
let proxy: ConnectProxy;
const route = (host: string): ProxyRoute =>
  host === "echo.team.svc"
    ? { port: portOf(echo) }
    : host === "direct.test"
      ? { port: 1 }
      : { unavailable: `nobody is ${host}` };

beforeAll(async () => {
  echo = createServer((socket) => socket.pipe(socket));
  await new Promise<void>((resolve) => echo.listen(0, "127.0.0.1", resolve));
  proxy = await startConnectProxy({ listen: 0, route });
});
afterAll(async () => {
  await proxy.close();
  echo.close();
});

/** Sends text through the proxy and answers with all that comes back until it matches or ends. */
function exchange(target: string, until: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    const socket = connect(portOf(proxy.server), "127.0.0.1", () =>
      socket.write(`CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n\r\nhello`),
    );
    const done = (): void => {
      socket.destroy();
      resolve(text);
    };
    socket.on("data", (data) => {
      text += data.toString();
      if (until.test(text)) done();
    });
    socket.on("end", done);
    socket.on("error", reject);
  });
}

const cases = [
  { target: "echo.team.svc:443", until: /hello/, want: "HTTP/1.1 200 Connection Established\r\n\r\nhello" },
  {
    target: "stranger.team.svc:443",
    until: /\n$/,
    want: "HTTP/1.1 503 nobody is stranger.team.svc\r\nConnection: close\r\nContent-Length: 0\r\n\r\n",
  },
  {
    target: "direct.test:443",
    until: /\n$/,
    want: "HTTP/1.1 502 connect ECONNREFUSED 127.0.0.1:1\r\nConnection: close\r\nContent-Length: 0\r\n\r\n",
  },
];
for (const { target, until, want } of cases) {
  test(`CONNECT ${target}`, async () => expect(await exchange(target, until)).toBe(want));
}
