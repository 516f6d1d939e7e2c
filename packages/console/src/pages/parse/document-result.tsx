import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { markdownFile } from 'sheaf-client';
import { useSheaf } from '../../data/data-provider';
import { Fault } from '../../parts/fault';
import { Progress } from '../../parts/progress';
import { MarkdownPanel } from './markdown/markdown-panel';
import { ParsedPageView } from './parsed-page-view';

interface SelectedRegion {
  id: string;
  text: string;
}

/** A parsed document: its pages, drawn by their regions, beside its Markdown. */
export function DocumentResult(props: {
  jobId: string;
  filename: string | null;
  pageCount: number;
  /** Number of documents in the file; an archive or a message has several. */
  documents: number;
}) {
  const { jobId, filename, pageCount, documents } = props;
  const sheaf = useSheaf();
  const [page, setPage] = useState(0);
  const [region, setRegion] = useState<SelectedRegion | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ['parse-markdown', jobId],
    async queryFn({ signal }) {
      const answer = await markdownFile(sheaf, jobId, { signal });
      return answer.text();
    },
    staleTime: Infinity,
  });
  if (error !== null) return <Fault error={error} retry={() => void refetch()} />;
  if (data === undefined) return <Progress label="Reading the text" done={0} total={null} />;
  if (data === '' && pageCount === 0) return <p className="empty">The parser found no text in this file.</p>;
  // Pages are numbered anew in each document of a file.
  const isFollowed = pageCount > 0 && documents === 1;
  return (
    <div className={pageCount > 0 ? 'paged' : undefined}>
      {pageCount > 0 && (
        <ParsedPageView
          jobId={jobId}
          page={page}
          pageCount={pageCount}
          selected={region?.id ?? null}
          select={setRegion}
          turnTo={(other) => {
            setPage(other);
            setRegion(null);
          }}
        />
      )}
      <MarkdownPanel
        markdown={data}
        fileName={nameOf(filename, jobId)}
        place={isFollowed ? { page, regionText: region?.text ?? null } : null}
      />
    </div>
  );
}

function nameOf(filename: string | null, jobId: string): string {
  return `${(filename ?? jobId).replace(/\.[^.]*$/, '')}.md`;
}
