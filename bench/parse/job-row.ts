import type { Stores } from '../../src/stores';
import type { ParseJobRow } from '../../src/stores/documents/parse-jobs/parse-job-kind';

/** The writes of a run that parsing and storing make. */
export type RunWrites = Pick<
  Stores['parseJobs'],
  'enterStage' | 'stateOf' | 'saveProgress' | 'savePart' | 'saveParsed' | 'saveResult'
>;

/** A running job that wants everything but a model's words. */
export function newJobRow(jobId: string): ParseJobRow {
  const now = new Date();
  return {
    _id: jobId,
    organizationId: 'org_bench',
    environment: 'production',
    state: 'processing',
    input: null,
    filename: null,
    byteSize: null,
    options: {
      type: 'spreadsheet',
      includeTagsSummary: false,
      includeImages: true,
      includeVerifiedFacts: true,
      includeHiddenSheets: true,
    },
    progress: { stage: 'parsing', sheetsTotal: null, sheetsDone: 0, rowsDone: 0 },
    writer: null,
    parts: [],
    described: [],
    totals: null,
    result: null,
    warnings: [],
    error: null,
    message: null,
    creditsUsed: null,
    createdAt: now,
    startedAt: now,
    completedAt: null,
    resultExpiresAt: null,
    resultDeletedAt: null,
  };
}

/**
 * Keeps the row in memory: its few small writes to MongoDB would need servers and say nothing about parsing.
 */
export function rowInMemory(row: ParseJobRow): RunWrites {
  const written = Promise.resolve(true);
  return {
    enterStage: () => Promise.resolve(row),
    stateOf: () => Promise.resolve(row.state),
    saveProgress: () => written,
    savePart(_jobId, _writer, _index, part) {
      row.parts.push(part);
      return written;
    },
    saveParsed: () => written,
    saveResult(_jobId, _writer, result, totals) {
      row.result = result;
      row.totals = totals;
      return written;
    },
  };
}
