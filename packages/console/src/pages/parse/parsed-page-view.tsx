import { useQuery } from '@tanstack/react-query';
import { useSheaf } from '../../data/data-provider';
import { usePortions } from '../../data/use-portions';
import { Fault } from '../../parts/fault';
import { PageSheet } from '../documents/page-sheet';
import { PageTurner } from '../documents/page-turner';
import '../documents/documents.css';

const chunksPage = 500;
const chunksMax = 5_000;

/** A page of a parsed document, drawn by its regions. */
export function ParsedPageView(props: {
  jobId: string;
  page: number;
  pageCount: number;
  selected: string | null;
  select: (region: { id: string; text: string }) => void;
  turnTo: (page: number) => void;
}) {
  const { jobId, page, pageCount, selected, select, turnTo } = props;
  const sheaf = useSheaf();
  const pictures = useFigures(jobId);
  const { data, error, refetch } = useQuery({
    queryKey: ['parse-page', jobId, page],
    queryFn: ({ signal }) =>
      sheaf.get('/v3/parse/jobs/{job_id}/pages', {
        params: { path: { job_id: jobId }, query: { cursor: page, limit: 1, include_regions: true } },
        signal,
      }),
    staleTime: Infinity,
    placeholderData: (before) => before,
  });
  const shown = data?.pages[0];
  return (
    <section aria-label="Page" className="page-view">
      <PageTurner page={page} pageCount={pageCount} turnTo={turnTo} />
      {error !== null && <Fault error={error} retry={() => void refetch()} />}
      {shown !== undefined && (
        <PageSheet
          page={shown}
          pictures={pictures}
          isSelected={({ region_id: id }) => id === selected}
          selectOf={(region) => () => {
            select({ id: region.region_id, text: region.text });
          }}
        />
      )}
    </section>
  );
}

/** Links to the pictures of figures, which chunks have. */
function useFigures(jobId: string): ReadonlyMap<string, string> {
  const sheaf = useSheaf();
  const { items } = usePortions({
    key: ['parse-figures', jobId],
    portion: chunksMax,
    async read(cursor, signal) {
      const { chunks, next_cursor: next } = await sheaf.get('/v3/parse/jobs/{job_id}/chunks', {
        params: { path: { job_id: jobId }, query: { limit: chunksPage, cursor } },
        signal,
      });
      const figures = chunks.flatMap((chunk) => ('figures' in chunk ? (chunk.figures ?? []) : []));
      return { items: figures, next };
    },
  });
  return new Map(items.map(({ figure_id: id, asset_url: url }) => [id, url]));
}
