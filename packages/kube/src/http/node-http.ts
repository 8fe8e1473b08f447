// Node's HTTP. `import ... from "node:http"` reads every name that the module exports, and two of them, WebSocket and CloseEvent, load Node's whole fetch:
// 8 MB and 20 ms in each program and in each of its threads.
import type * as http from "node:http";

/** What `node:http` exports. Its types are imported from there. */
export const nodeHttp: typeof http = process.getBuiltinModule("node:http");
