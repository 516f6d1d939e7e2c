import { useQuery } from '@tanstack/react-query';
import { markdownFile } from 'sheaf-client';
import { useSheaf } from '../../data/data-provider';
import { Fault } from '../../parts/fault';
import { formatCount } from '../../parts/format';
import { Progress } from '../../parts/progress';
import { saveAs } from '../../parts/save-as';

/** Characters of the Markdown that are shown; the file has all of them. */
const shownCharsMax = 200_000;

/** Text of a parsed document as Markdown, which can be downloaded. */
export function DocumentText({ jobId, filename }: { jobId: string; filename: string | null }) {
  const sheaf = useSheaf();
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
  if (data === '') return <p className="empty">The parser found no text in this file.</p>;
  return (
    <section aria-label="Markdown">
      <div className="actions">
        <button
          type="button"
          onClick={() => {
            saveAs(nameOf(filename, jobId), new Blob([data], { type: 'text/markdown' }));
          }}
        >
          Download Markdown
        </button>
      </div>
      {data.length > shownCharsMax && (
        <p className="hint">
          The first {formatCount(shownCharsMax)} of {formatCount(data.length)} characters are shown.
        </p>
      )}
      <pre className="document-text" tabIndex={0} role="group" aria-label="Text of the document">
        {data.slice(0, shownCharsMax)}
      </pre>
    </section>
  );
}

function nameOf(filename: string | null, jobId: string): string {
  return `${(filename ?? jobId).replace(/\.[^.]*$/, '')}.md`;
}
