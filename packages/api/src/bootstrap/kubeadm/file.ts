// Files of a machine, and passwords of users, from values in Secrets; the same in both versions.
// Shapes and bounds are those of Cluster API 1.14.

/** How the content of a file is encoded. */
export type Encoding = "base64" | "gzip" | "gzip+base64";

/** Whether the content of a file is written as it is, or is a Go template. */
export type FileContentFormat = "Raw" | "Template";

/** A value in a Secret, for the content of a file. */
export interface SecretFileSource {
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

/** Where the content of a file comes from. */
export interface FileSource {
  /** secret is the value of a Secret that has the content. */
  secret: SecretFileSource;
}

/** A file that is written to the machine. */
export interface File {
  /**
   * path is the full path of the file.
   * @minLength 1
   * @maxLength 512
   */
  path: string;
  /**
   * owner is the user and group that own the file, for example `root:root`.
   * @minLength 1
   * @maxLength 256
   */
  owner?: string;
  /**
   * permissions are the mode of the file in octal digits, for example `0640`.
   * @minLength 1
   * @maxLength 16
   */
  permissions?: string;
  /** encoding says how the content is encoded; not at all by default. */
  encoding?: Encoding;
  /** append adds the content to a file that already exists, instead of replacing it. */
  append?: boolean;
  /**
   * content is the content itself.
   * @minLength 1
   * @maxLength 10240
   */
  content?: string;
  /** contentFrom says where the content comes from, instead of content. */
  contentFrom?: FileSource;
  /** contentFormat `Template` renders the content as a Go template, with `.controlPlane.version` where the control plane has a version; `Raw`, the default, takes it as it is. */
  contentFormat?: FileContentFormat;
}

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
