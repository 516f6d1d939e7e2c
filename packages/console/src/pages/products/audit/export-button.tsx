import { useMutation } from '@tanstack/react-query';
import { useSheaf } from '../../../data/data-provider';
import { useLeaving } from '../../../data/use-leaving';
import { Fault } from '../../../parts/fault';
import { saveAs } from '../../../parts/save-as';

/** Button that downloads the filtered entries as NDJSON, oldest first. */
export function ExportButton({ query }: { query: Readonly<Record<string, string | number>> }) {
  const sheaf = useSheaf();
  const leaving = useLeaving();
  const download = useMutation({
    async mutationFn() {
      const filters = Object.entries(query).map(([name, value]) => [name, String(value)]);
      const answer = await sheaf.send(`/v1/audit/export?${new URLSearchParams(filters).toString()}`, {
        signal: leaving.current.signal,
      });
      saveAs('audit.ndjson', await answer.blob());
    },
  });
  return (
    <>
      <button
        type="button"
        disabled={download.isPending}
        onClick={() => {
          download.mutate();
        }}
      >
        {download.isPending ? 'Exporting…' : 'Export as NDJSON'}
      </button>
      {download.error !== null && <Fault error={download.error} />}
    </>
  );
}
