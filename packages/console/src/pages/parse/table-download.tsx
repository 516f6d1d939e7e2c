import { useMutation } from '@tanstack/react-query';
import { tableFile, type TableFileOptions } from 'sheaf-client';
import { useSheaf } from '../../data/data-provider';
import { useLeaving } from '../../data/use-leaving';
import { Fault } from '../../parts/fault';
import { saveAs } from '../../parts/save-as';

/** Button that downloads all rows of a parsed table. */
export function TableDownload(props: {
  jobId: string;
  tableId: string;
  /** Name of the table for screen readers, such as its range. */
  name: string;
  format: TableFileOptions['format'];
}) {
  const { jobId, tableId, name, format } = props;
  const sheaf = useSheaf();
  const leaving = useLeaving();
  const download = useMutation({
    async mutationFn() {
      const answer = await tableFile(sheaf, { jobId, tableId }, { format, signal: leaving.current.signal });
      saveAs(`${tableId}.${format}`, await answer.blob());
    },
  });
  const label = format === 'csv' ? 'CSV' : 'JSON lines';
  return (
    <>
      <button
        type="button"
        aria-label={`${label} of ${name}`}
        disabled={download.isPending}
        onClick={() => {
          download.mutate();
        }}
      >
        {label}
      </button>
      {download.error !== null && <Fault error={download.error} />}
    </>
  );
}
