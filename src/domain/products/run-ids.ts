export const buildRunId = (jobId: string): string => `index-build/${jobId}`;

export const deleteRunId = (jobId: string): string => `index-delete/${jobId}`;

export const importRunId = (jobId: string): string => `index-import/${jobId}`;

/** Workflow id of the run that makes the vectors of a build after its publication. */
export const vectorsRunId = (buildId: string): string => `title-vectors/${buildId}`;

/** Workflow id of the run that applies the live writes of an index; at most one per index at a time. */
export const writeRunId = (indexId: string): string => `index-write/${indexId}`;

/** Signal to the run that applies the live writes of an index: writes wait. */
export const wroteName = 'wrote';
