// What a Node says about the machine it runs on, as a Machine's status repeats it; the same in both core versions.
import type { Int64 } from "@capstan/kube";

/** The swap memory of a Node. */
export interface NodeSwapStatus {
  /** capacity is the total swap memory in bytes. */
  capacity?: Int64;
}

/** What a Node says about its machine and its software. */
export interface NodeSystemInfo {
  /** machineID is the machine's identifier in the cluster. */
  machineID: string;
  /** systemUUID is the identifier the hardware gives. */
  systemUUID: string;
  /** bootID changes with every boot. */
  bootID: string;
  /** kernelVersion is the version of the kernel. */
  kernelVersion: string;
  /** osImage names the operating system. */
  osImage: string;
  /** containerRuntimeVersion names the container runtime and its version. */
  containerRuntimeVersion: string;
  /** kubeletVersion is the version of the kubelet. */
  kubeletVersion: string;
  /** kubeProxyVersion is no longer filled by newer kubelets. */
  kubeProxyVersion: string;
  /** operatingSystem is the family of the operating system. */
  operatingSystem: string;
  /** architecture is the processor architecture. */
  architecture: string;
  /** swap describes the swap memory. */
  swap?: NodeSwapStatus;
}
