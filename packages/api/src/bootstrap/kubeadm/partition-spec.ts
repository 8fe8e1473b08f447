// Sizes and types of partitions; the same in both versions.
// Shapes and bounds are those of Cluster API 1.14.
import type { Int32 } from "@capstan/kube";

/** The size and the type of one partition. */
export interface PartitionSpec {
  /**
   * percentage is the share of the disk that the partition takes.
   * @minimum 1
   * @maximum 100
   */
  percentage: Int32;
  /**
   * partitionType is the type of the partition, by name or as the GUID of a GPT type.
   * @minLength 1
   * @maxLength 36
   * @cel {"rule": "self.matches('^(Linux|LinuxSwap|LinuxRAID|LVM|Fat32|NTFS|LinuxExtended|[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12})$')", "message": "the type of a partition is Linux, LinuxSwap, LinuxRAID, LVM, Fat32, NTFS, LinuxExtended or the GUID of a GPT type"}
   */
  partitionType?: string;
}
