// Partitions, file systems and mounts of a machine, API version v1beta2.
// Shapes and bounds are those of Cluster API 1.14.
import type { PartitionSpec } from "../common.ts";

/**
 * The fields of one line of the machine's fstab.
 * @minItems 1
 * @maxItems 100
 * @items.minLength 1
 * @items.maxLength 512
 */
export type MountPoints = string[];

/**
 * The partition table of one device.
 * @exactlyOneOf layout diskLayout
 */
export interface Partition {
  /**
   * device names the device, for example `/dev/sdb`.
   * @minLength 1
   * @maxLength 256
   */
  device: string;
  /** layout makes one partition of the whole device; false leaves the device as it is. */
  layout?: boolean;
  /** overwrite writes the table even where the device already has partitions or a file system. Default: false. */
  overwrite?: boolean;
  /** tableType is the kind of the table. Default: mbr. */
  tableType?: "mbr" | "gpt";
  /**
   * diskLayout lists the partitions in their order, no more than 100 percent together; not together with layout.
   * @listType atomic
   * @minItems 1
   * @maxItems 100
   */
  diskLayout?: PartitionSpec[];
}

/** A file system that is made on a device. */
export interface Filesystem {
  /**
   * device names the device, for example `/dev/sdb`.
   * @minLength 1
   * @maxLength 256
   */
  device: string;
  /**
   * filesystem is the type of the file system, for example `ext4`.
   * @minLength 1
   * @maxLength 128
   */
  filesystem: string;
  /**
   * label is the label of the file system; `None` means none.
   * @minLength 1
   * @maxLength 512
   */
  label?: string;
  /**
   * partition chooses the partition: its number, `auto`, `any`, `auto|any` or `none`.
   * @minLength 1
   * @maxLength 128
   */
  partition?: string;
  /** overwrite destroys a file system that is already there. */
  overwrite?: boolean;
  /**
   * replaceFS names a type of file system that is replaced if found, as Azure's disks need it; with partition `any`.
   * @minLength 1
   * @maxLength 128
   */
  replaceFS?: string;
  /**
   * extraOpts are further options of the command that makes the file system.
   * @listType atomic
   * @maxItems 100
   * @items.minLength 1
   * @items.maxLength 256
   */
  extraOpts?: string[];
}

/**
 * The partitions and file systems that are made on the machine.
 * @minProperties 1
 */
export interface DiskSetup {
  /**
   * partitions are the partition tables.
   * @listType atomic
   * @maxItems 100
   */
  partitions?: Partition[];
  /**
   * filesystems are the file systems.
   * @listType atomic
   * @maxItems 100
   */
  filesystems?: Filesystem[];
}
