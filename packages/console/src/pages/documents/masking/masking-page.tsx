import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { type components } from 'sheaf-client';
import { Page } from '../../../layout/page';
import { ChoiceField } from '../../../parts/choice-field';
import { Fault } from '../../../parts/fault';
import { formatCount } from '../../../parts/format';
import { documentPath } from '../../collections/collection-path';
import { useDocumentChunks } from '../use-document-chunks';
import { BoundFields } from './bound-fields';
import { MarkedText } from './marked-text';
import { type MaskedPlace } from './masked-places';
import { PlaceList } from './place-list';
import { useMaskingReport } from './use-masking-report';
import '../documents.css';

const outcomes = ['masked', 'nearly masked'] as const;

/** Page of the masking report of a document: its places beside the text in which they are marked. */
export function MaskingPage() {
  const { collectionName: collection = '', documentId = '' } = useParams();
  const { data, error, refetch } = useMaskingReport(collection, documentId);
  return (
    <Page
      title="Masking report"
      actions={<Link to={documentPath(collection, documentId)}>{data?.file.filename ?? 'Document'}</Link>}
    >
      {error !== null && <Fault error={error} retry={() => void refetch()} />}
      {data !== undefined && (
        <>
          <BoundFields collection={collection} file={data.file} />
          <Warnings file={data.file} />
          <Places collection={collection} documentId={documentId} places={data.places} />
        </>
      )}
    </Page>
  );
}

function Warnings({ file }: { file: components['schemas']['MaskedFile'] }) {
  return (
    <>
      {file.near_counts === null && (
        <p className="notice">
          The job was not asked for what was nearly masked (<code>pii_include_near</code>).
        </p>
      )}
      {file.warnings.map(({ message }) => (
        <p key={message} className="notice">
          {message}
        </p>
      ))}
    </>
  );
}

/** List of the places, and the chunk of the selected one. */
function Places(props: { collection: string; documentId: string; places: readonly MaskedPlace[] }) {
  const { collection, documentId, places } = props;
  const { items: chunks, ...read } = useDocumentChunks(collection, documentId);
  const [outcome, setOutcome] = useState<(typeof outcomes)[number] | ''>('');
  const [selected, setSelected] = useState<MaskedPlace>();
  const shown = places.filter(({ score }) => outcome === '' || (outcome === 'masked') === (score === null));
  const chunkIndex = selected?.chunkIndex ?? places[0]?.chunkIndex ?? 0;
  const chunk = chunks.find(({ chunk_index: index }) => index === chunkIndex);
  return (
    <div className="document-content paged">
      <section aria-label="Places of the report" className="stack">
        <ChoiceField label="Outcome" value={outcome} choices={outcomes} onChange={setOutcome} />
        <PlaceList
          places={shown}
          textOf={({ chunkIndex: index, start, end }) =>
            chunks.find((one) => one.chunk_index === index)?.text.slice(start, end)
          }
          selected={selected}
          select={setSelected}
        />
      </section>
      <section aria-label="Text" className="stack">
        <h2 aria-live="polite">Chunk {formatCount(chunkIndex)}</h2>
        {read.error !== null && <Fault error={read.error} retry={() => void read.refetch()} />}
        {chunk !== undefined && (
          <MarkedText
            text={chunk.text}
            places={places.filter((place) => place.chunkIndex === chunkIndex)}
            selected={selected}
          />
        )}
        {chunk === undefined && read.isPartial && (
          <button type="button" onClick={read.readMore}>
            Read more chunks
          </button>
        )}
      </section>
    </div>
  );
}
