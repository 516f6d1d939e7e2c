/**
 * Changes of workflows that a run of a former release may meet, by the ids under which histories have them on
 * record. A new id is in kebab-case and names the new behaviour. An id that is on record keeps its spelling
 * for as long as a history names it: four have spaces.
 */
export const PATCHES = {
  /** Small files of an indexing job go through their steps together. */
  smallFilesTogether: 'small-files-together',
  /** They go 50 together instead of 25. */
  fiftyFilesTogether: 'fifty-files-together',
  /** A parse job that ended elsewhere loses the files that its run had at hand. */
  filesOfEnded: 'files-of-ended',
  /** `documentSweep` repairs syncs. */
  sweepSyncs: 'sweep-syncs',
  /** `sweep` repairs indexing jobs. */
  sweepIndexJobs: 'sweep indexing jobs',
  /** `sweep` repairs evaluations. */
  sweepEvaluations: 'sweep evaluations',
  /** `retention` removes indexing jobs. */
  removeIndexJobs: 'remove indexing jobs',
  /** `retention` removes bodies of queries. */
  removeQueryBodies: 'remove bodies of queries',
  /** `documentRetention` removes masking reports. */
  removeMaskingReports: 'remove-masking-reports',
  /** `productSweep` wakes runs of live writes, and removes uploads that broke off. */
  sweepWrites: 'sweep-writes',
  /** A build makes vectors and deals codes of groups, range by range. */
  preparingStages: 'preparing-stages',
  /** A run whose delivery was deleted shows it. */
  showDeleted: 'show-deleted',
  /** A cancelled run of a delivery ends the delivery. */
  endCancelled: 'end-cancelled-deliveries',
  /** An attempt that was not accepted is a failed activity. */
  failedAttempts: 'failed-attempts',
} as const;
