// What v1beta1 keeps of older versions' status. An annotation could not: writes to a status never change metadata.

/** LocalV1Alpha1DeprecatedStatus keeps what only v1alpha1 reports. */
export interface LocalV1Alpha1DeprecatedStatus {
  /** failureReason is a short word for an error that no retry mends. */
  failureReason?: string;
  /** failureMessage explains an error that no retry mends. */
  failureMessage?: string;
}

/** LocalDeprecatedStatus keeps what only older versions report, until they are served no more. */
export interface LocalDeprecatedStatus {
  /** v1alpha1 keeps what only v1alpha1 reports. */
  v1alpha1?: LocalV1Alpha1DeprecatedStatus;
}
