// Passwords of users in Secrets; the same in both versions.
// Shapes and bounds are those of Cluster API 1.14.

/** A value in a Secret, for the password of a user. */
export interface SecretPasswdSource {
  /**
   * name is the name of the Secret, in the namespace of the KubeadmConfig.
   * @minLength 1
   * @maxLength 253
   */
  name: string;
  /**
   * key is the key of the value in the Secret's data.
   * @minLength 1
   * @maxLength 256
   */
  key: string;
}

/** Where the password of a user comes from. */
export interface PasswdSource {
  /** secret is the value of a Secret that has the hashed password. */
  secret: SecretPasswdSource;
}
