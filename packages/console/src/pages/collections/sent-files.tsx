import { formatCount, formatShare, formatThings } from '../../parts/format';
import { Progress } from '../../parts/progress';
import { type SentFile } from './use-indexing';

/** Files that are being sent, and those that failed with the reason. */
export function SentFiles({ files }: { files: readonly SentFile[] }) {
  const failed = files.filter(({ error }) => error !== null);
  const share = files.reduce((sum, file) => sum + (file.error === null ? file.share : 0), 0) / files.length;
  const arrived = files.filter(({ uploadId }) => uploadId !== null).length;
  return (
    <div className="sent-files">
      <p role="status">
        {formatCount(arrived)} of {formatThings(files.length, 'file')} sent, {formatShare(share)}
      </p>
      <Progress label="Sent" done={share} total={1} />
      {failed.length > 0 && (
        <ul aria-label="Files that could not be sent">
          {failed.map(({ id, name, error }) => (
            <li key={id} className="problem">
              <span className="long">{name}</span>: {reasonOf(error)}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
