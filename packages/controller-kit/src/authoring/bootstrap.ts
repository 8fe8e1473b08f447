// The bootstrap data of a machine, as an author gets it. Read when asked for and never kept; the kit never logs it.

/** What the bootstrap provider prepared for the machine. */
export interface BootstrapData {
  /** The data itself, as text; usually cloud-init or ignition. */
  readonly value: string;
  /** How `value` is written, for example "cloud-config"; absent when the Secret does not say. */
  readonly format?: string;
}

/** Access to the bootstrap data of the machine of this pass. */
export interface Bootstrap {
  /** The name of the Secret. */
  readonly secretName: string;
  /** Reads the Secret. When it is missing the pass ends here, and the machine waits with the reason WaitingForBootstrapData. */
  read(): Promise<BootstrapData>;
}
