import { type components } from 'sheaf-client';
import { useSheaf } from '../../data/data-provider';
import { usePaged } from '../../data/use-paged';
import { Fault } from '../../parts/fault';
import { formatCount } from '../../parts/format';
import { Moment } from '../../parts/moment';
import { Status } from '../../parts/status';
import { type Column, Table } from '../../parts/table';

type JobFile = components['schemas']['IndexJob']['files'][number];

const pageSize = 200;
const refetchMs = 3_000;

const columns: readonly Column<JobFile>[] = [
  {
    name: 'File',
    width: '2fr',
    cell: ({ filename, uri }) => <span title={uri ?? filename}>{filename}</span>,
  },
  { name: 'State', width: '9rem', cell: ({ status }) => <Status state={status} /> },
  { name: 'Reason', width: '3fr', cell: (file) => <Reason file={file} /> },
  { name: 'Pages', width: '7rem', isNumber: true, cell: pagesOf },
  { name: 'Chunks', width: '6rem', isNumber: true, cell: ({ chunks }) => formatCount(chunks) },
  { name: 'Attempts', width: '6.5rem', isNumber: true, cell: ({ attempts }) => formatCount(attempts) },
  { name: 'Changed', width: '9rem', cell: ({ updated_at: at }) => <Moment at={at} /> },
];

/** Table of the files of a job, with the reason for each failed or skipped one. */
export function JobFiles({ jobId, isOpen }: { jobId: string; isOpen: boolean }) {
  const sheaf = useSheaf();
  const files = usePaged<JobFile, string>({
    key: ['job-files', jobId, isOpen],
    first: '',
    ...(isOpen && { refetchMs }),
    async read(cursor, signal) {
      const query = { files_limit: pageSize, ...(cursor !== '' && { files_cursor: cursor }) };
      const job = await sheaf.get('/v2/jobs/{job_id}', {
        params: { path: { job_id: jobId }, query },
        signal,
      });
      const { next_cursor: next, total_estimated: total } = job.files_page;
      return { rows: job.files, next: next ?? undefined, total };
    },
  });
  return (
    <>
      {files.error !== null && <Fault error={files.error} retry={() => void files.refetch()} />}
      {files.data !== undefined && (
        <Table
          label="Files"
          columns={columns}
          rows={files.rows}
          rowKey={({ filename, uri, document_id: document }) => `${uri} ${filename} ${document}`}
          more={files.more}
          empty={isOpen ? 'No file has been found yet.' : 'The job had no files.'}
          {...(files.total !== undefined && { total: files.total })}
        />
      )}
    </>
  );
}

function Reason({ file }: { file: JobFile }) {
  const { error_code: code, error_message: message, skip_reason: skipped, progress_message: progress } = file;
  if (code !== null)
    return (
      <span title={message ?? code}>
        <code>{code}</code> {message}
      </span>
    );
  const said =
    skipped?.replaceAll('_', ' ') ?? progress ?? (file.status === 'processing' ? file.stage : null);
  return said === null ? '–' : <span title={said}>{said}</span>;
}

function pagesOf({ pages, pages_read: read, pages_total: total }: JobFile): string {
  if (read !== null && total !== null) return `${formatCount(read)} of ${formatCount(total)}`;
  return pages === null ? '–' : formatCount(pages);
}
