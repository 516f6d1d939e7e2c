import { useState } from 'react';
import { DropFiles } from '../../parts/drop-files';
import { DropPage } from '../../parts/drop-page';
import { Fault } from '../../parts/fault';
import { formatThings } from '../../parts/format';
import { IndexJob } from './index-job';
import { IndexOptionFields, initialFields, optionsOf, type OptionFields } from './index-options';
import { metadataFault } from './metadata-fault';
import { SentFiles } from './sent-files';
import { useIndexing } from './use-indexing';

/** Drop zone for files to index, with the outcome of each. */
export function IndexFiles({ collection }: { collection: string }) {
  const { files, jobIds, isBusy, error, index, submitAgain } = useIndexing(collection);
  const [fields, setFields] = useState<OptionFields>(initialFields);
  const options = optionsOf(fields);
  const refused = metadataFault(error);
  const isRefused = options.problem !== undefined;
  const take = (chosen: readonly File[]) => {
    void index(chosen, options.options);
  };
  const arrived = files.filter(({ uploadId }) => uploadId !== null);
  return (
    <section className="card index-files" aria-label="Index files">
      <DropFiles
        label="Drop files here to index them, or choose some"
        hint="Documents, workbooks, pictures, e-mails, recordings; up to 100 MB each"
        isMultiple
        disabled={isRefused}
        take={take}
      />
      <DropPage disabled={isRefused} take={take}>
        Drop the files to index them in {collection}
      </DropPage>
      <details>
        <summary>Options for the files</summary>
        <IndexOptionFields
          fields={fields}
          change={setFields}
          problem={options.problem ?? (refused === null ? undefined : `${refused.key}: ${refused.reason}`)}
        />
      </details>
      {files.length > 0 && <SentFiles files={files} />}
      {error !== null && refused === null && <Fault error={error} />}
      {error !== null && arrived.length > 0 && (
        <button
          type="button"
          disabled={isBusy || isRefused}
          onClick={() => {
            void submitAgain(options.options);
          }}
        >
          Index the {formatThings(arrived.length, 'file')} that have arrived
        </button>
      )}
      {jobIds.toReversed().map((jobId) => (
        <IndexJob key={jobId} jobId={jobId} collection={collection} />
      ))}
    </section>
  );
}
