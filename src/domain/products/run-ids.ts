/** Workflow id of a build. */
export const buildRunId = (jobId: string): string => `index-build/${jobId}`;

/** Workflow id of the deletion of an index. */
export const deleteRunId = (jobId: string): string => `index-delete/${jobId}`;

/** Workflow id of an import. */
export const importRunId = (jobId: string): string => `index-import/${jobId}`;

/** Workflow id of the run that applies the live writes of an index; there is one for each index. */
export const writeRunId = (indexId: string): string => `index-write/${indexId}`;

/** Signal to the run of an index: live writes wait to be applied. */
export const wroteName = 'wrote';
