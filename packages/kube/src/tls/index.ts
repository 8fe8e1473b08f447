// TLS with a peer that somebody else owns: what it sends is read before OpenSSL decodes it, which takes seconds for some keys.
export { certificateFault } from "./certificate-fault.ts";
export { CertificateFault, HandshakeInspection, mostCertificates } from "./handshake-inspection.ts";
export { HandshakeExcess, HandshakeLimit, isHandshake } from "./handshake-limit.ts";
export { ConnectionTurns, InspectedStream } from "./inspected-stream.ts";
export { quickKeyGroups } from "./key-groups.ts";
export { clientTls, isVersionAlert, LimitedAgent } from "./limited-agent.ts";
export { connectMeasured, type HandshakeLimits } from "./measured-connection.ts";
export { isQuickPrivateKey, keyKinds } from "./quick-keys.ts";
