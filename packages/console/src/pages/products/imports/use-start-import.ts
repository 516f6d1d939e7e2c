import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { uploadFile } from 'sheaf-client';
import { useSheaf } from '../../../data/data-provider';
import { sentShare } from '../../../data/sent-share';
import { useLeaving } from '../../../data/use-leaving';
import { type ImportDraft, importOf } from './import-draft';

/**
 * Uploads the file of an import and starts the import. When the request is refused and repeated, an uploaded
 * file is reused. `share` is the share of the file that has been sent; null before and after the upload.
 */
export function useStartImport(onStart: (jobId: string) => void) {
  const sheaf = useSheaf();
  const queries = useQueryClient();
  const arrived = useRef<{ file: File; id: string } | null>(null);
  // Leaving the form cancels the import.
  const leaving = useLeaving();
  const [share, setShare] = useState<number | null>(null);

  async function idOf(file: File | null, signal: AbortSignal): Promise<string> {
    if (file === null) return '';
    if (arrived.current?.file === file) return arrived.current.id;
    const id = await uploadFile(sheaf, file, {
      onProgress(progress) {
        setShare(sentShare(progress));
      },
      signal,
    });
    arrived.current = { file, id };
    return id;
  }

  const starting = useMutation({
    async mutationFn({ draft, layout }: { draft: ImportDraft; layout: Record<string, unknown> | null }) {
      const isUploaded = draft.provider !== 'algolia';
      const { signal } = leaving.current;
      try {
        const records = isUploaded ? await idOf(draft.file, signal) : '';
        const { job } = await sheaf.post('/v1/imports', { body: importOf(draft, records, layout), signal });
        return job.id;
      } finally {
        setShare(null);
      }
    },
    async onSuccess(jobId) {
      onStart(jobId);
      await queries.invalidateQueries({ queryKey: ['product-jobs'] });
      await queries.invalidateQueries({ queryKey: ['product-indexes'] });
    },
  });
  return { starting, share };
}
