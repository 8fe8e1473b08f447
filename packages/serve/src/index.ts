// The public API of @capstan/serve. `./certificates` creates certificates.
export { type CloseOptions, type RunningServer, type ServerOptions, startServer } from "./server.ts";
export {
  type ClientIdentity,
  jsonResponse,
  type Route,
  type ServeRequest,
  type ServeResponse,
  textResponse,
} from "./route.ts";
export { prepareProbes, type ProbeServerOptions, startProbes } from "./probe-server.ts";
export { type ProbeCheck, type ProbeOptions, probeRoutes } from "./probes.ts";
export type { AuthorityFile, AuthoritySource } from "./authority-source.ts";
export type { ServedCertificate, TlsLimits } from "./server-tls.ts";
export type { CertificateDirectory, CertificateSource } from "./certificate-source.ts";
export { type CertificatePair, checkCertificate } from "./certificate-check.ts";
export { type BodyLimits, defaultLimits, type ServerLimits } from "./limits.ts";
export { endWith, type HeadLimits, readHead, type ReadHead } from "./read-head.ts";
export { limitConnections, type LimitedConnections } from "./connections.ts";
export { parseJsonBody } from "./parse-json.ts";
export { formatListenAddress, type ListenAddress, parseListenAddress } from "./listen-address.ts";
export { serveErrors } from "./errors.ts";
