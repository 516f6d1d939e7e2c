import { type Collection } from 'mongodb';
import { type Assignment } from '../../domain/products/assignment';
import { type BuildUnderWay, type KeptBuild } from '../../domain/products/product-index';
import { type ProductJobType } from '../../domain/products/product-job';
import { type ObjectSettings } from '../../domain/products/settings';
import { type Tenant } from '../../domain/platform/tenancy';

/** The job with the exclusive hold on an index. */
export interface HoldingJob {
  jobId: string;
  type: Exclude<ProductJobType, 'index.write'>;
}

/** Live writes that one `index.write` job applies. */
export interface WriteBurst {
  jobId: string;
  /** Numbers of the first and the last of them. */
  seqFrom: number;
  seqTo: number;
}

/** An index. This row is the truth about its builds, settings and sequence numbers. */
export interface ProductIndexRow extends Tenant {
  _id: string;
  name: string;
  /** Field with the ids of records; null before the caller or the first upload has decided. */
  idField: string | null;
  /** Origin of `idField`: the caller, a built-in name, or a field that looks like a code. */
  idOrigin: 'given' | 'builtin' | 'code_field' | null;
  /** Last issued sequence number. */
  sequence: number;
  /** Number of the last clear; all entries up to it are void in every view. */
  voidThrough: number;
  /** Number of the last upload that replaces everything; 0 without one since the last clear. */
  replaceFrom: number;
  /**
   * Number of distinct ids in committed uploads (before the first build in live writes too) that no build
   * contains.
   */
  staged: number;
  /** Number of committed uploads. A changed number means that `staged` has to be counted again. */
  commits: number;
  /** JSON text of `ObjectSettings`: names of fields are the caller's. */
  settings: string;
  /** Incremented with each change of the settings. */
  settingsVersion: number;
  /** The waiting live writes; null for none. */
  burst: WriteBurst | null;
  /** The live writes that are being applied; null for none. */
  applying: WriteBurst | null;
  /** Number of the last live write that every build contains. */
  appliedThrough: number;
  /** The build, import or deletion with the exclusive hold on the index. */
  holder: HoldingJob | null;
  building: BuildUnderWay | null;
  served: KeptBuild | null;
  /** The build that a rollback restores. */
  former: KeptBuild | null;
  /** Whether the last build failed. */
  hasFailed: boolean;
  isDeleting: boolean;
  createdAt: Date;
  /** Split of shoppers between copies; absent for none. */
  assignment?: StoredAssignment;
  /** Index whose records the next build copies first; absent for none. */
  copyFrom?: string;
  /** Entries of the records after this id wait to be folded; absent for none. */
  foldAfter?: string;
  /** Id of the last requested folding pass; absent for none. */
  foldRequest?: string;
  /** Time at which the sweep checks the row; absent while no work is pending. */
  checkAt?: Date;
  /** Version of the words that live writes have brought to its builds; absent before the first. */
  wordsVersion?: number;
  /** Number of answers that were sent without an audit entry; absent for none. */
  auditFailures?: number;
}

export type ProductIndexCollection = Collection<ProductIndexRow>;

/** A copy that serves a group of shoppers. */
export interface AssignedCopy {
  indexId: string;
  name: string;
}

/** Split of the shoppers of an index. Targets are keyed by the names in the groups. */
export interface StoredAssignment {
  /** JSON text of `Assignment`: names are the caller's. */
  text: string;
  copies: AssignedCopy[];
}

export function settingsOf({ settings }: Pick<ProductIndexRow, 'settings'>): ObjectSettings {
  return JSON.parse(settings) as ObjectSettings;
}

/** The assignment of an index; null without one. */
export function assignmentOf({ assignment }: Pick<ProductIndexRow, 'assignment'>): Assignment | null {
  return assignment === undefined ? null : (JSON.parse(assignment.text) as Assignment);
}
