import { FINAL_INDEX_STATES } from '../../../domain/documents/index-job';
import { type MaskingReportState, maskingReportTtlMs } from '../../../domain/documents/masking';
import { type Tenant } from '../../../domain/platform/tenancy';
import { ownedBy } from '../../mongo/owned-by';
import { sealedTexts } from '../../mongo/sealed-credentials';
import { type IndexJobCollection, type IndexJobRow, type MaskingReportRow } from './index-job-kind';

/** State of a report at one time. `endsAt` is the end of its time, null before the end of the job. */
export type MaskingReportMoment =
  | { state: 'pending'; endsAt: null }
  | { state: Exclude<MaskingReportState, 'pending'>; endsAt: Date };

/** State of the report of a job; null for a job without masking. */
export function maskingReportOf(
  {
    completedAt,
    maskingReport,
  }: Pick<IndexJobRow, 'completedAt'> & { maskingReport?: Pick<MaskingReportRow, 'deletedAt'> },
  now: Date,
): MaskingReportMoment | null {
  if (maskingReport === undefined) return null;
  if (completedAt === null) return { state: 'pending', endsAt: null };
  const endsAt = new Date(completedAt.getTime() + maskingReportTtlMs);
  if (maskingReport.deletedAt !== null) return { state: 'deleted', endsAt };
  return { state: now < endsAt ? 'retained' : 'expired', endsAt };
}

/** A report of a job that is being accepted. */
export const newMaskingReport = (key: string): MaskingReportRow => ({ key, totals: null, deletedAt: null });

/** Members that the end of a job sets. */
export const endedMaskingReport = (totals: Record<string, number>, now: Date) => ({
  'maskingReport.totals': totals,
  'maskingReport.purgeAt': new Date(now.getTime() + maskingReportTtlMs),
});

/** Reads and writes of masking reports in the rows of their jobs. */
export function indexJobMaskingReports(rows: IndexJobCollection) {
  return {
    /** Sealed key of the masked values of a tenant's job; null once the report is gone. */
    async findReportKey(tenant: Tenant, jobId: string): Promise<string | null> {
      const row = await rows.findOne(
        { _id: jobId, ...ownedBy(tenant) },
        { projection: { 'maskingReport.key': 1 } },
      );
      return row?.maskingReport?.key ?? null;
    },

    /**
     * Deletes the report of a final job, once: it cannot be read from then on. What is stored of it is
     * removed by the caller, or else by retention. True when this call did it.
     */
    async deleteReport(jobId: string, now = new Date()): Promise<boolean> {
      const { matchedCount } = await rows.updateOne(
        { _id: jobId, state: { $in: [...FINAL_INDEX_STATES] }, 'maskingReport.deletedAt': null },
        {
          $set: {
            'maskingReport.key': null,
            'maskingReport.deletedAt': now,
            'maskingReport.purgeAt': now,
          },
        },
      );
      return matchedCount === 1;
    },

    /** Ids of jobs whose reports are due to go, oldest first. */
    async reportsDueForPurge(now: Date, limit: number): Promise<string[]> {
      const found = await rows
        .find({ 'maskingReport.purgeAt': { $lte: now } }, { projection: { _id: 1 } })
        .sort({ 'maskingReport.purgeAt': 1 })
        .limit(limit)
        .toArray();
      return found.map(({ _id }) => _id);
    },

    /** Nothing is stored of the report any more. */
    async markReportPurged(jobId: string): Promise<void> {
      await rows.updateOne(
        { _id: jobId },
        { $set: { 'maskingReport.key': null }, $unset: { 'maskingReport.purgeAt': '' } },
      );
    },

    reportKeys: sealedTexts(rows, 'maskingReport.key'),
  };
}
