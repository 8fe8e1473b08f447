// Users, clock and Ignition settings of a machine, API version v1beta2.
// Shapes and bounds are those of Cluster API 1.14.
import type { PasswdSource } from "../file.ts";

/** A user of the machine. */
export interface User {
  /**
   * name is the login name.
   * @minLength 1
   * @maxLength 256
   */
  name: string;
  /**
   * gecos is the full name and other details, as in the passwd file.
   * @minLength 1
   * @maxLength 256
   */
  gecos?: string;
  /**
   * groups are further groups, separated by commas.
   * @minLength 1
   * @maxLength 256
   */
  groups?: string;
  /**
   * homeDir is the home folder.
   * @minLength 1
   * @maxLength 256
   */
  homeDir?: string;
  /** inactive creates the user as an inactive one. */
  inactive?: boolean;
  /**
   * shell is the login shell.
   * @minLength 1
   * @maxLength 256
   */
  shell?: string;
  /**
   * passwd is the hashed password.
   * @minLength 1
   * @maxLength 256
   */
  passwd?: string;
  /** passwdFrom says where the hashed password comes from, instead of passwd. */
  passwdFrom?: PasswdSource;
  /**
   * primaryGroup is the primary group.
   * @minLength 1
   * @maxLength 256
   */
  primaryGroup?: string;
  /** lockPassword forbids to log in with the password. */
  lockPassword?: boolean;
  /**
   * sudo is a rule for sudo.
   * @minLength 1
   * @maxLength 256
   */
  sudo?: string;
  /**
   * sshAuthorizedKeys are the SSH keys that may log in.
   * @listType atomic
   * @maxItems 100
   * @items.minLength 1
   * @items.maxLength 2048
   */
  sshAuthorizedKeys?: string[];
}

/**
 * How the machine's clock is set.
 * @minProperties 1
 */
export interface NTP {
  /**
   * servers are the time servers.
   * @listType atomic
   * @maxItems 100
   * @items.minLength 1
   * @items.maxLength 512
   */
  servers?: string[];
  /** enabled switches the time service on or off. */
  enabled?: boolean;
}

/**
 * What is added to the machine's Ignition configuration.
 * @minProperties 1
 */
export interface ContainerLinuxConfig {
  /**
   * additionalConfig is a Container Linux Config that is merged into the one that the bootstrap provider makes.
   * @minLength 1
   * @maxLength 32768
   */
  additionalConfig?: string;
  /** strict makes warnings about additionalConfig errors. */
  strict?: boolean;
}

/**
 * The settings of bootstrap data in the Ignition format.
 * @minProperties 1
 */
export interface IgnitionSpec {
  /** containerLinuxConfig is what is added to the configuration. */
  containerLinuxConfig?: ContainerLinuxConfig;
}
