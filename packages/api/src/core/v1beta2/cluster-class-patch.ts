// Patches of a ClusterClass, API version v1beta2.
// Shapes and bounds are those of Cluster API 1.14.
import type { JSONValue } from "@capstan/kube";

/** MachineDeployment classes by name. */
export interface PatchSelectorMatchMachineDeploymentClass {
  /**
   * names lists the names of classes; `*` stands for any characters at the start or the end.
   * @listType atomic
   * @maxItems 100
   * @items.minLength 1
   * @items.maxLength 256
   */
  names?: string[];
}

/** MachinePool classes by name. */
export interface PatchSelectorMatchMachinePoolClass {
  /**
   * names lists the names of classes; `*` stands for any characters at the start or the end.
   * @listType atomic
   * @maxItems 100
   * @items.minLength 1
   * @items.maxLength 256
   */
  names?: string[];
}

/**
 * Where a class uses a template.
 * @minProperties 1
 */
export interface PatchSelectorMatch {
  /** controlPlane selects the control plane's templates. */
  controlPlane?: boolean;
  /** infrastructureCluster selects the infrastructure cluster template. */
  infrastructureCluster?: boolean;
  /** machineDeploymentClass selects the templates of MachineDeployment classes. */
  machineDeploymentClass?: PatchSelectorMatchMachineDeploymentClass;
  /** machinePoolClass selects the templates of MachinePool classes. */
  machinePoolClass?: PatchSelectorMatchMachinePoolClass;
}

/** Finds templates by kind and by where the class uses them. */
export interface PatchSelector {
  /**
   * apiVersion is the group and version of the templates to be patched.
   * @minLength 1
   * @maxLength 317
   * @pattern ^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*\/[a-z]([-a-z0-9]*[a-z0-9])?$
   */
  apiVersion: string;
  /**
   * kind is the kind of the templates to be patched.
   * @minLength 1
   * @maxLength 63
   * @pattern ^[a-zA-Z]([-a-zA-Z0-9]*[a-zA-Z0-9])?$
   */
  kind: string;
  /** matchResources selects templates by where the ClusterClass uses them. */
  matchResources: PatchSelectorMatch;
}

/** The source of the value of an operation. */
export interface JSONPatchValue {
  /**
   * variable names the variable the value is taken from, with dots for fields: `builtin.cluster.name`.
   * @minLength 1
   * @maxLength 256
   */
  variable?: string;
  /**
   * template is a Go template of the value; the result is parsed as YAML.
   * @minLength 1
   * @maxLength 10240
   */
  template?: string;
}

/** One operation of a JSON patch. */
export interface JSONPatch {
  /** op is what the operation does. */
  op: "add" | "replace" | "remove";
  /**
   * path is the JSON pointer the operation works at.
   * @minLength 1
   * @maxLength 512
   */
  path: string;
  /** value is the value. */
  value?: JSONValue;
  /** valueFrom takes the value from a variable or a template. */
  valueFrom?: JSONPatchValue;
}

/** JSON patches for the templates that a selector finds. */
export interface PatchDefinition {
  /** selector selects the templates that the operations apply to. */
  selector: PatchSelector;
  /**
   * jsonPatches are the operations, applied in order.
   * @minItems 1
   * @maxItems 100
   * @listType atomic
   */
  jsonPatches: JSONPatch[];
}

/** Hands a patch to a Runtime Extension. */
export interface ExternalPatchDefinition {
  /**
   * generatePatchesExtension names the handler that answers GeneratePatches, as `<handler>.<extensionConfig>`.
   * @minLength 1
   * @maxLength 512
   */
  generatePatchesExtension?: string;
  /**
   * validateTopologyExtension names the handler that answers ValidateTopology, as `<handler>.<extensionConfig>`.
   * @minLength 1
   * @maxLength 512
   */
  validateTopologyExtension?: string;
  /**
   * discoverVariablesExtension names the handler that answers DiscoverVariables, as `<handler>.<extensionConfig>`.
   * @minLength 1
   * @maxLength 512
   */
  discoverVariablesExtension?: string;
  /** settings are handed to the extension with every call. */
  settings?: Record<string, string>;
}

/** Changes templates by the values of variables, inline or by a Runtime Extension. */
export interface ClusterClassPatch {
  /**
   * name identifies the patch within the ClusterClass.
   * @minLength 1
   * @maxLength 256
   */
  name: string;
  /**
   * description explains the value to people.
   * @minLength 1
   * @maxLength 1024
   */
  description?: string;
  /**
   * enabledIf is a Go template; the patch applies when it evaluates to `true`.
   * @minLength 1
   * @maxLength 256
   */
  enabledIf?: string;
  /**
   * definitions are the JSON patches by selector.
   * @listType atomic
   * @maxItems 100
   */
  definitions?: PatchDefinition[];
  /** external hands the patch to a Runtime Extension. */
  external?: ExternalPatchDefinition;
}
