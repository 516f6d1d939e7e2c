import { type Db, type Filter } from 'mongodb';
import { type Modality } from '../../../domain/documents/document';
import { type IndexStage, type JobFileState } from '../../../domain/documents/index-job';
import { type CollectionIndexes } from '../../mongo/collection-indexes';
import { inBatches } from '../../mongo/in-batches';
import { lightWrite } from '../../mongo/light-write';
import { countTry } from '../../../job-rows/step-tries';
import { type FileInput } from './file-input';
import { countJobFiles } from './job-file-counts';
import { jobFileMasking } from './job-file-masking';
import { jobFileRollbacks } from './job-file-rollbacks';
import {
  type FileDocument,
  type FileReading,
  type JobFileEnd,
  type JobFileRow,
  type ListedFile,
} from './job-file-row';

export const jobFileIndexes: CollectionIndexes = {
  collection: 'job_files',
  indexes: [
    { key: { jobId: 1, file: 1 }, unique: true },
    { key: { jobId: 1, state: 1, file: 1 } },
    { key: { jobId: 1, identity: 1 } },
    {
      key: { jobId: 1, 'documents.documentId': 1 },
      partialFilterExpression: { masking: { $type: 'object' } },
    },
  ],
};

/** Stage of an update behind `countTry`: `attempts` is the most tries that one step of the file has had. */
const triesAsAttempts = { $set: { attempts: { $max: ['$attempts', '$tries.count'] } } };

const unfinished = { $in: ['queued', 'processing'] satisfies JobFileState[] };

const rowId = (jobId: string, file: number) => `${jobId}/${file}`;

/** Rows of one job that are written with one round trip. */
const writtenAtOnceMax = 100;

/** A write of what an attempt holds. */
interface HeldWrite {
  file: number;
  writer: string;
  set: Partial<JobFileRow>;
}

/** Files of indexing jobs. A file's end is one conditional update; it has one end. */
export function createJobFileStore(db: Db) {
  const rows = db.collection<JobFileRow>(jobFileIndexes.collection);

  /** Condition for the row that an attempt may write. */
  const mine = (jobId: string, file: number, writer: string) => ({
    _id: rowId(jobId, file),
    state: 'processing' as const,
    writer,
  });

  /** Writes that wait for each other share a round trip; each answers whether its row was its attempt's. */
  const writeHeld = inBatches<HeldWrite, boolean>(writtenAtOnceMax, async (jobId, writes) => {
    const updatedAt = new Date();
    const { matchedCount } = await rows.bulkWrite(
      writes.map(({ file, writer, set }) => ({
        updateOne: { filter: mine(jobId, file, writer), update: { $set: { ...set, updatedAt } } },
      })),
      { ordered: false },
    );
    if (matchedCount === writes.length) return writes.map(() => true);
    const found = await rows
      .find({ _id: { $in: writes.map(({ file }) => rowId(jobId, file)) } }, { projection: { writer: 1 } })
      .toArray();
    const writers = new Map(found.map(({ _id, writer }) => [_id, writer]));
    return writes.map(({ file, writer }) => writers.get(rowId(jobId, file)) === writer);
  });

  const write = (jobId: string, file: number, writer: string, set: Partial<JobFileRow>): Promise<boolean> =>
    writeHeld(jobId, { file, writer, set });

  return {
    ...jobFileRollbacks(rows),
    ...jobFileMasking(rows, write),

    /**
     * Writes a part of the list, from file number `first` on; what an attempt that died has written there
     * goes.
     */
    async replaceFrom(jobId: string, first: number, files: readonly ListedFile[]): Promise<void> {
      // Durable with the list that follows.
      await rows.deleteMany({ jobId, file: { $gte: first } }, { writeConcern: lightWrite });
      if (files.length === 0) return;
      const updatedAt = new Date();
      await rows.insertMany(
        files.map((file, index) => ({
          ...listedRow(file, updatedAt),
          _id: rowId(jobId, first + index),
          jobId,
          file: first + index,
        })),
      );
    },

    /** Identities, among these, that files of the job before number `before` have. */
    async listedBefore(jobId: string, before: number, identities: readonly string[]): Promise<Set<string>> {
      if (before === 0) return new Set();
      const found = await rows
        .find(
          { jobId, identity: { $in: [...identities] }, file: { $lt: before } },
          { projection: { identity: 1 } },
        )
        .toArray();
      return new Set(found.map(({ identity }) => identity));
    },

    /** Numbers of files that have no end yet, in order, beginning behind `after`. */
    async unfinishedAfter(jobId: string, after: number, limit: number): Promise<number[]> {
      const found = await rows
        .find({ jobId, file: { $gt: after }, state: unfinished }, { projection: { file: 1 } })
        .sort({ file: 1 })
        .limit(limit)
        .toArray();
      return found.map(({ file }) => file);
    },

    /**
     * Begins a stage for one attempt, which from now on is the only one that may write. Null when the file
     * has ended.
     *
     * @param attempt `writer` differs between any two attempts; those of one activity share `step`
     */
    async enter(
      jobId: string,
      file: number,
      stage: IndexStage,
      { writer, step }: { writer: string; step: string },
    ): Promise<JobFileRow | null> {
      return rows.findOneAndUpdate(
        { _id: rowId(jobId, file), state: unfinished },
        [
          { $set: { state: 'processing', stage, writer, reading: null, updatedAt: new Date() } },
          countTry(step),
          triesAsAttempts,
        ],
        { returnDocument: 'after' },
      );
    },

    /** The same for many files at once; those that have ended are not among the answers. */
    async enterAll(
      jobId: string,
      files: readonly number[],
      stage: IndexStage,
      { writer, step }: { writer: string; step: string },
    ): Promise<JobFileRow[]> {
      const ids = files.map((file) => rowId(jobId, file));
      await rows.updateMany({ _id: { $in: ids }, state: unfinished }, [
        { $set: { state: 'processing', stage, writer, updatedAt: new Date() } },
        countTry(step),
        triesAsAttempts,
      ]);
      return rows.find({ _id: { $in: ids }, state: 'processing', writer }).toArray();
    },

    /** Shows the next stage of the same attempt. */
    saveStage: (jobId: string, file: number, writer: string, stage: IndexStage): Promise<boolean> =>
      write(jobId, file, writer, { stage }),

    /** Tells how far the same attempt has come in reading the file. */
    saveReading: (jobId: string, file: number, writer: string, reading: FileReading): Promise<boolean> =>
      write(jobId, file, writer, { reading }),

    /** The bytes are in the blob store; where they came from is not needed any more. */
    saveInput: (
      jobId: string,
      file: number,
      writer: string,
      input: FileInput,
      filename: string,
    ): Promise<boolean> => write(jobId, file, writer, { input, filename }),

    /** Notes that the content of the file is stored under the key `parsed`. */
    saveParsed: (
      jobId: string,
      file: number,
      writer: string,
      found: { parsed: string; modality: Modality },
    ): Promise<boolean> => write(jobId, file, writer, found),

    /**
     * Notes the versions of a file, with the facts that `facts` gives about it. The end of the file publishes
     * or discards them.
     */
    saveDocuments: (
      jobId: string,
      file: number,
      writer: string,
      documents: FileDocument[],
      facts: Pick<JobFileRow, 'filename' | 'modality'>,
    ): Promise<boolean> => write(jobId, file, writer, { documents, stage: 'embedding', ...facts }),

    async get(jobId: string, file: number): Promise<JobFileRow | null> {
      return rows.findOne({ _id: rowId(jobId, file) });
    },

    /**
     * Ends a file, once. True when this call did it.
     *
     * @param writer the attempt that ends it; null for the clean-up behind all attempts
     */
    async end(jobId: string, file: number, writer: string | null, end: JobFileEnd): Promise<boolean> {
      const set: Partial<JobFileRow> = {
        state: end.state,
        origin: null,
        input: null,
        parsed: null,
        maskedContent: null,
        ...(end.state === 'completed'
          ? {
              documents: end.documents,
              pages: end.pages,
              billedPages: end.billed.pages,
              basicPages: end.billed.basicPages,
              chunks: end.chunks,
            }
          : { documents: [] }),
        ...(end.state === 'failed' ? { error: end.error, message: end.message } : {}),
        ...(end.state === 'skipped' ? { skipReason: end.reason } : {}),
      };
      if (writer !== null) return write(jobId, file, writer, set);
      const { matchedCount } = await rows.updateOne(
        { _id: rowId(jobId, file), state: unfinished },
        { $set: { ...set, writer: null, updatedAt: new Date() } },
      );
      return matchedCount === 1;
    },

    /** Takes an unfinished file out of the hands of every attempt. Null when it has ended. */
    async seize(jobId: string, file: number, writer: string): Promise<JobFileRow | null> {
      return rows.findOneAndUpdate(
        { _id: rowId(jobId, file), state: unfinished },
        { $set: { state: 'processing', writer } },
        { returnDocument: 'after' },
      );
    },

    /** Ends all files that no attempt has taken up. */
    async endQueued(
      jobId: string,
      end: Extract<JobFileEnd, { state: 'failed' | 'cancelled' }>,
    ): Promise<void> {
      await rows.updateMany(
        { jobId, state: 'queued' },
        {
          $set: {
            state: end.state,
            origin: null,
            input: null,
            updatedAt: new Date(),
            ...(end.state === 'failed' ? { error: end.error, message: end.message } : {}),
          },
        },
      );
    },

    /** Whether a file of the job turned out to be audio or video, readable or not. */
    async hasRecording(jobId: string): Promise<boolean> {
      const recording: Filter<JobFileRow> = {
        $or: [{ modality: { $in: ['audio', 'video'] } }, { error: 'transcription_not_configured' }],
      };
      return (await rows.findOne({ jobId, ...recording }, { projection: { _id: 1 } })) !== null;
    },

    /** Files by what became of them; see {@link countJobFiles}. */
    count: (jobId: string) => countJobFiles(rows, jobId),

    /** A page of files in order, beginning behind number `after`. */
    async page(jobId: string, after: number, limit: number): Promise<JobFileRow[]> {
      return rows
        .find({ jobId, file: { $gt: after } })
        .sort({ file: 1 })
        .limit(limit)
        .toArray();
    },

    /** Forgets the files of a job. */
    async removeAll(jobId: string): Promise<void> {
      await rows.deleteMany({ jobId });
    },
  };
}

/** The row of a file as it is listed, but for its place in the job: some files end right away. */
function listedRow(
  { uri, filename, identity, origin, skipReason, ...listed }: ListedFile,
  updatedAt: Date,
): Omit<JobFileRow, '_id' | 'jobId' | 'file'> {
  return {
    uri,
    filename,
    identity,
    origin,
    skipReason,
    byteSize: listed.byteSize ?? listed.input?.byteSize ?? null,
    ...(origin?.kind === 'object' && origin.etag !== undefined && { etag: origin.etag }),
    state: skipReason !== null ? 'skipped' : listed.failure !== undefined ? 'failed' : 'queued',
    stage: listed.failure === undefined ? null : 'scanning',
    attempts: listed.failure === undefined ? 0 : 1,
    writer: null,
    input: listed.input ?? null,
    parsed: null,
    modality: null,
    basicPages: 0,
    documents: [],
    error: listed.failure?.error ?? null,
    message: listed.failure?.message ?? null,
    pages: null,
    billedPages: 0,
    chunks: 0,
    updatedAt,
  };
}
