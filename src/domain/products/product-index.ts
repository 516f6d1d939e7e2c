import { type LogView } from './record-log';
import { type ObjectSettings } from './settings';

/** Form of the name of an index or an alias. */
export const indexNamePattern = /^[a-z0-9][a-z0-9_-]{0,62}$/;

/** States of an index that callers see. */
export const INDEX_STATUSES = ['empty', 'staged', 'building', 'ready', 'failed', 'deleting'] as const;
export type IndexStatus = (typeof INDEX_STATUSES)[number];

/** A build that is kept, served or former, with its number of records. */
export interface KeptBuild {
  buildId: string;
  /** Name of its index in Elasticsearch. */
  physical: string;
  view: LogView;
  /** Sequence number of the last live write that it contains. */
  appliedThrough: number;
  /** Unix milliseconds. */
  builtAt: number;
  builtRecords: number;
  /** Present number of records. */
  records: number;
}

/** A running build, from its `upload` stage on. */
export type BuildUnderWay = Pick<KeptBuild, 'buildId' | 'physical' | 'view'>;

/** Facts that decide the status of an index. */
export interface IndexStatusFacts {
  isDeleting: boolean;
  isBuilding: boolean;
  served: KeptBuild | null;
  /** Whether the last build failed and none was ever served. */
  hasFailed: boolean;
  staged: number;
}

export function indexStatus({
  isDeleting,
  isBuilding,
  served,
  hasFailed,
  staged,
}: IndexStatusFacts): IndexStatus {
  if (isDeleting) return 'deleting';
  if (isBuilding) return 'building';
  if (served !== null) return 'ready';
  if (hasFailed) return 'failed';
  return staged > 0 ? 'staged' : 'empty';
}

/** Number of records from which searches are not deterministic by default. */
const deterministicRecordsMax = 100_000;

/** Whether equal searches get equal answers while nothing is written; see the setting `deterministic`. */
export function isDeterministic(
  { deterministic }: Pick<ObjectSettings, 'deterministic'>,
  served: Pick<KeptBuild, 'builtRecords'> | null,
): boolean {
  return deterministic ?? (served?.builtRecords ?? 0) < deterministicRecordsMax;
}
