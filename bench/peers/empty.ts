// The least that a manager on Node could be: one TLS connection and two HTTP servers.
import { createServer } from "node:http";
import { connect } from "node:tls";

const [server = "", port = "0"] = process.argv.slice(2);
const { hostname, port: serverPort } = new URL(server);

createServer().listen(0, "127.0.0.1");
createServer((_, response) => response.end()).listen(Number(port), "127.0.0.1");
connect({ host: hostname, port: Number(serverPort), rejectUnauthorized: false });
