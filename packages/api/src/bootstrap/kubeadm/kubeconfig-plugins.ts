// Plugins and variables of a kubeconfig's credentials; the same in both versions.
// Shapes and bounds are those of Cluster API 1.14.

/** An environment variable of a command that fetches credentials. */
export interface KubeConfigAuthExecEnv {
  /**
   * name is the name of the variable.
   * @minLength 1
   * @maxLength 512
   */
  name: string;
  /**
   * value is the value of the variable.
   * @minLength 1
   * @maxLength 512
   */
  value: string;
}

/** An authentication plugin of a kubeconfig. */
export interface KubeConfigAuthProvider {
  /**
   * name is the name of the plugin.
   * @minLength 1
   * @maxLength 256
   */
  name: string;
  /** config are the parameters of the plugin. */
  config?: Record<string, string>;
}
