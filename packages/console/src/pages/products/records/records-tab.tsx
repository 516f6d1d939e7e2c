import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { DropFile } from '../../../parts/drop-file';
import { Fault } from '../../../parts/fault';
import { formatCount } from '../../../parts/format';
import { Tick } from '../../../parts/tick';
import { BuildIndex } from '../index/build-index';
import { useIndex } from '../index/index-scope';
import { settingsKey } from '../settings/use-settings';
import { RemoveRecords } from './remove-records';
import { UploadOutcome } from './upload-outcome';
import { useRecordsUpload } from './use-records-upload';

/** Tab for the upload of files of records, with the faults of refused records. */
export function RecordsTab() {
  const index = useIndex();
  const queryClient = useQueryClient();
  const [replacesAll, setReplacesAll] = useState(false);
  const [skipsWrong, setSkipsWrong] = useState(true);
  const { name } = index;
  const refresh = async () => {
    await queryClient.invalidateQueries({ queryKey: ['product-index', name] });
    await queryClient.invalidateQueries({ queryKey: settingsKey(name) });
  };
  const { upload, sent, read } = useRecordsUpload({ index: name, replacesAll, skipsWrong, refresh });
  return (
    <>
      <div className="actions">
        <Tick
          label="Replace all records at the next build"
          checked={replacesAll}
          disabled={upload.isPending}
          onChange={setReplacesAll}
        />
        <Tick
          label="Take the right records where others are wrong"
          checked={skipsWrong}
          disabled={upload.isPending}
          onChange={setSkipsWrong}
        />
      </div>
      <DropFile
        label="File of records"
        accept=".ndjson,.jsonl,.json,.csv,.tsv,.gz"
        hint="NDJSON, a JSON array or CSV, plain or gzip. Records are staged for the next build; CSV is converted in the browser, with all values as texts."
        disabled={upload.isPending}
        onFile={(file) => {
          upload.mutate(file);
        }}
      />
      <p aria-live="polite">
        {upload.isPending && sent !== null && (
          <>
            {sent.of === 0
              ? `Reading ${sent.name}…`
              : `Sending ${formatCount(sent.of)} records of ${sent.name}…`}{' '}
            <progress {...(sent.of > 0 && { value: sent.done, max: sent.of })} aria-label="Upload" />
          </>
        )}
      </p>
      {read?.notes.map((note) => (
        <p key={note} className="notice">
          {note}
        </p>
      ))}
      {upload.error !== null && <Fault error={upload.error} />}
      {upload.data !== undefined && (
        <>
          <UploadOutcome report={upload.data} placeName={read?.placeName ?? 'record'} />
          {index.records.staged > 0 && <BuildIndex index={index} label="Build now" />}
        </>
      )}
      <RemoveRecords index={index} refresh={refresh} />
    </>
  );
}
