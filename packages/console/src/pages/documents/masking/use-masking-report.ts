import { useQuery } from '@tanstack/react-query';
import { type Sheaf } from 'sheaf-client';
import { useSheaf } from '../../../data/data-provider';
import { type MaskedPlace, placesOf } from './masked-places';

/** Masking report of the file of a document, and the places in the chunks of the document. */
export function useMaskingReport(collection: string, documentId: string) {
  const sheaf = useSheaf();
  return useQuery({
    queryKey: ['collection', collection, 'document', documentId, 'masking'],
    staleTime: Infinity,
    async queryFn({ signal }) {
      const file = await sheaf.get('/v2/collections/{collection_name}/documents/{document_id}/pii', {
        params: {
          path: { collection_name: collection, document_id: documentId },
          query: { include_near: true },
        },
        signal,
      });
      return { file, places: await readPlaces(sheaf, file.chunk_report_url, documentId, signal) };
    },
  });
}

/** Places of the report behind a signed link, which is read by the address of the client. */
async function readPlaces(
  sheaf: Sheaf,
  link: string | null,
  documentId: string,
  signal: AbortSignal,
): Promise<MaskedPlace[]> {
  const found = link === null ? null : /\/r\/([^/]+)\/(\d+)\/chunks\?(.*)$/.exec(link);
  if (found === null) return [];
  const sent = new URLSearchParams(found[3]);
  const report = await sheaf.get('/r/{job_id}/{file}/{part}', {
    params: {
      path: { job_id: found[1]!, file: Number(found[2]), part: 'chunks' },
      query: { near: true, expires: sent.get('expires') ?? '', sig: sent.get('sig') ?? '' },
    },
    signal,
  });
  return placesOf(report.texts, documentId);
}
