// The TLS of a server: its certificate and the authorities of its callers, each of which may be replaced while it runs.
import type { SecureContextOptions, TlsOptions } from "node:tls";
import { X509Certificate } from "node:crypto";
import { quickKeyGroups } from "@capstan/kube/tls";
import { type AuthoritySource, followAuthorities, loadAuthorities } from "./authority-source.ts";
import type { CertificatePair } from "./certificate-check.ts";
import { type CertificateSource, followCertificate, loadCertificate } from "./certificate-source.ts";
import { http2Protocol } from "./http2-sessions.ts";
import { oneHandshake, readableTls } from "./inspect-callers.ts";

/** The certificate that a server shows to new callers. */
export interface ServedCertificate {
  /** The chain in PEM. */
  readonly certPem: string;
  /** The end of its validity. */
  readonly expires: Date;
}

/** What a server accepts of TLS. */
export interface TlsLimits {
  /** The oldest version. A server with `clientCa` uses TLS 1.2. Default: TLS 1.2. */
  readonly minVersion?: "TLSv1.2" | "TLSv1.3";
  /** The cipher suites of TLS 1.2, by OpenSSL's names; an empty list leaves TLS 1.3 only, whose suites cannot be chosen. Default: those with forward secrecy and authenticated encryption. */
  readonly ciphers?: readonly string[];
}

/** What the TLS of a server is made from. */
export interface ServerTlsOptions {
  readonly tls: CertificateSource;
  readonly tlsLimits?: TlsLimits | undefined;
  readonly clientCa?: AuthoritySource | undefined;
  readonly moreAuthorities?: string | undefined;
  readonly requireClientCertificate?: boolean | undefined;
}

/** What a followed server does with changes. */
export interface TlsListener {
  readonly onError: (error: unknown) => void;
  readonly onCertificateRead?: ((ok: boolean) => void) | undefined;
}

/** The suites of TLS 1.3, which servers with `clientCa` do not use. */
const newCiphers = ["TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384", "TLS_CHACHA20_POLY1305_SHA256"];

/** Of TLS 1.2, what has forward secrecy and authenticated encryption. */
const oldCiphers = [
  "ECDHE-ECDSA-AES128-GCM-SHA256",
  "ECDHE-RSA-AES128-GCM-SHA256",
  "ECDHE-ECDSA-AES256-GCM-SHA384",
  "ECDHE-RSA-AES256-GCM-SHA384",
  "ECDHE-ECDSA-CHACHA20-POLY1305",
  "ECDHE-RSA-CHACHA20-POLY1305",
];

/** Certificate and authorities in use. */
export class ServerTls {
  readonly #options: ServerTlsOptions;
  #pair: CertificatePair;
  #authorities: string | undefined;
  #certificate: ServedCertificate | undefined;

  private constructor(options: ServerTlsOptions, pair: CertificatePair, authorities: string | undefined) {
    this.#options = options;
    this.#pair = pair;
    this.#authorities = authorities;
  }

  /** Reads and checks what a server with TLS needs. */
  static async load(options: ServerTlsOptions): Promise<ServerTls> {
    const authorities = options.clientCa === undefined ? undefined : await loadAuthorities(options.clientCa);
    return new ServerTls(options, await loadCertificate(options.tls), authorities);
  }

  get haveCertificates(): boolean {
    return this.#authorities !== undefined;
  }

  get certificate(): ServedCertificate {
    const { certPem } = this.#pair;
    return (this.#certificate ??= { certPem, expires: new Date(new X509Certificate(certPem).validTo) });
  }

  /** The options of a new server. */
  serverOptions(handshakeMs: number, http2: boolean): TlsOptions {
    const clients: TlsOptions = this.haveCertificates
      ? { requestCert: true, rejectUnauthorized: this.#options.requireClientCertificate ?? true }
      : {};
    return {
      ...this.#context(),
      ...clients,
      ALPNProtocols: [...(http2 ? [http2Protocol] : []), "http/1.1"],
      handshakeTimeout: handshakeMs,
    };
  }

  /** New connections use what is new; open ones keep theirs. */
  follow(
    server: { setSecureContext(options: SecureContextOptions): void },
    { onError, onCertificateRead }: TlsListener,
  ): { close(): void } {
    const { tls, clientCa } = this.#options;
    const certificate = followCertificate(tls, this.#pair, {
      onChange: (pair) => {
        this.#pair = pair;
        this.#certificate = undefined;
        server.setSecureContext(this.#context());
      },
      onError,
      onRead: onCertificateRead,
    });
    const authorities = followAuthorities(clientCa ?? "", this.#authorities ?? "", {
      onChange: (pem) => {
        this.#authorities = pem;
        server.setSecureContext(this.#context());
      },
      onError,
    });
    const close = (): void => {
      certificate.close();
      authorities.close();
    };
    return { close };
  }

  #context(): SecureContextOptions {
    const { certPem, keyPem } = this.#pair;
    const { moreAuthorities, tlsLimits: { minVersion = "TLSv1.2", ciphers = oldCiphers } = {} } = this.#options;
    const common = {
      cert: certPem,
      key: keyPem,
      minVersion,
      ciphers: [...newCiphers, ...ciphers].join(":"),
      ecdhCurve: quickKeyGroups(),
    };
    if (this.#authorities === undefined) return { ...common, ...oneHandshake };
    const ca = moreAuthorities === undefined ? this.#authorities : [this.#authorities, moreAuthorities];
    return { ...common, ca, ...readableTls };
  }
}
