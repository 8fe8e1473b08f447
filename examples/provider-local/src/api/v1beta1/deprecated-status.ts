// The fields of older versions' status that v1beta1 keeps. Annotations cannot hold them: writes of a status never change metadata.

/** LocalV1Alpha1DeprecatedStatus holds fields that only v1alpha1 reports. */
export interface LocalV1Alpha1DeprecatedStatus {
  /** failureReason is a one-word reason for an error that no retry fixes. */
  failureReason?: string;
  /** failureMessage explains an error that no retry fixes. */
  failureMessage?: string;
}

/** LocalDeprecatedStatus holds fields that only older versions report, until these are no longer served. */
export interface LocalDeprecatedStatus {
  /** v1alpha1 holds fields that only v1alpha1 reports. */
  v1alpha1?: LocalV1Alpha1DeprecatedStatus;
}
