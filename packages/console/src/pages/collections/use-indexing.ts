import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type components, uploadFile } from 'sheaf-client';
import { useSheaf } from '../../data/data-provider';
import { sentShare } from '../../data/sent-share';

export type IndexOptions = Omit<components['schemas']['IndexUploadsRequest'], 'uploads'>;

export interface SentFile {
  id: number;
  name: string;
  /** Share of the bytes that has been sent, from 0 to 1. */
  share: number;
  /** Id of the upload after the last byte. */
  uploadId: string | null;
  /** Why it could not be sent; null without an error. */
  error: unknown;
}

/** Concurrent uploads. */
const sendersMax = 3;
/** Files per job, a limit of the API. */
const jobFilesMax = 100;

/**
 * Sends files to a collection and submits jobs that index them. Files that are chosen while others are being
 * sent are sent after these, by a job of their own.
 */
export function useIndexing(collection: string) {
  const sheaf = useSheaf();
  const queries = useQueryClient();
  const [files, setFiles] = useState<readonly SentFile[]>([]);
  const [jobIds, setJobIds] = useState<readonly string[]>([]);
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const works = useRef(0);
  const nextId = useRef(0);
  const sending = useRef<Promise<unknown>>(Promise.resolve());

  const change = (id: number, changes: Partial<SentFile>) => {
    setFiles((all) => all.map((file) => (file.id === id ? { ...file, ...changes } : file)));
  };

  async function send(file: File, id: number): Promise<string[]> {
    try {
      const uploadId = await uploadFile(sheaf, file, {
        onProgress(progress) {
          change(id, { share: sentShare(progress) });
        },
      });
      change(id, { share: 1, uploadId });
      return [uploadId];
    } catch (failure) {
      change(id, { error: failure });
      return [];
    }
  }

  async function sendAll(chosen: readonly { id: number; file: File }[]): Promise<string[]> {
    const uploadIds: string[] = [];
    let next = 0;
    const sender = async () => {
      for (let each = chosen[next++]; each !== undefined; each = chosen[next++])
        uploadIds.push(...(await send(each.file, each.id)));
    };
    await Promise.all(Array.from({ length: sendersMax }, sender));
    return uploadIds;
  }

  async function submit(uploadIds: readonly string[], options: IndexOptions) {
    for (let from = 0; from < uploadIds.length; from += jobFilesMax) {
      const uploads = uploadIds.slice(from, from + jobFilesMax);
      const job = await sheaf.post('/v2/collections/{collection_name}/index/uploads', {
        params: { path: { collection_name: collection } },
        body: { ...options, uploads },
      });
      setJobIds((all) => [...all, job.job_id]);
      setFiles((all) => all.filter(({ uploadId }) => uploadId === null || !uploads.includes(uploadId)));
    }
    void queries.invalidateQueries({ queryKey: ['collection', collection] });
  }

  async function whileBusy(work: () => Promise<void>) {
    if (works.current === 0) setError(null);
    works.current += 1;
    setIsBusy(true);
    try {
      await work();
    } catch (failure) {
      setError(failure);
    } finally {
      works.current -= 1;
      setIsBusy(works.current > 0);
    }
  }

  return {
    files,
    jobIds,
    isBusy,
    error,
    /** Sends files, then indexes those that were sent. */
    index: (chosen: readonly File[], options: IndexOptions) => {
      const isFirst = works.current === 0;
      return whileBusy(async () => {
        const added = chosen.map((file) => ({ id: nextId.current++, file }));
        const unsent = { share: 0, uploadId: null, error: null };
        const rows = added.map(({ id, file: { name } }) => ({ id, name, ...unsent }));
        setFiles((all) => (isFirst ? rows : [...all, ...rows]));
        const sent = sending.current.then(() => sendAll(added));
        sending.current = sent;
        await submit(await sent, options);
      });
    },
    /** Indexes the sent files again after their job was refused. */
    submitAgain: (options: IndexOptions) =>
      whileBusy(() =>
        submit(
          files.flatMap(({ uploadId }) => uploadId ?? []),
          options,
        ),
      ),
  };
}
