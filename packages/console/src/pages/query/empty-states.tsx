import { Link } from 'react-router';
import { type QueryConfig } from '../../parts/queries/asked';
import { collectionPath } from '../collections/collection-path';
import { narrowingSettings } from './chosen-settings';
import { type Collection } from './use-collections';

/** Shown where the key has no collection. */
export function NoCollection() {
  return (
    <section className="empty" aria-label="No collection yet">
      <h2>There is nothing to ask yet</h2>
      <p>A query searches a collection. Create one, and drop files into it.</p>
      <Link className="button primary" to="/collections">
        Go to the collections
      </Link>
    </section>
  );
}

/** Shown before the first question: the next step where the collection has no documents. */
export function BeforeAsking({
  names,
  offered,
}: {
  names: readonly string[];
  offered: readonly Collection[];
}) {
  if (names.length > 0 && names.every((name) => isEmpty(name, offered)))
    return <NoDocuments name={names[0]!} />;
  return (
    <p className="empty">
      Ask in words of the text, or in words of your own. <kbd>Enter</kbd> asks, <kbd>/</kbd> returns to the
      question.
    </p>
  );
}

/** Shown where nothing was found: what can be done about it. */
export function NothingFound(props: {
  names: readonly string[];
  offered: readonly Collection[];
  config: QueryConfig;
  askWith: (config: QueryConfig) => void;
}) {
  const { names, offered, config, askWith } = props;
  if (names.every((name) => isEmpty(name, offered))) return <NoDocuments name={names[0]!} />;
  const settings = narrowingSettings(config);
  return (
    <section className="empty" aria-label="Nothing was found">
      <h2>Nothing was found</h2>
      {settings.length === 0 ? (
        <p>Ask in other words, or look into another collection.</p>
      ) : (
        <>
          <p>These settings leave results out:</p>
          <div className="actions">
            {settings.map(({ text, rest }) => (
              <button
                key={text}
                type="button"
                onClick={() => {
                  askWith(rest);
                }}
              >
                Ask without “{text}”
              </button>
            ))}
          </div>
        </>
      )}
    </section>
  );
}

function NoDocuments({ name }: { name: string }) {
  return (
    <section className="empty" aria-label="No documents yet">
      <h2>{name} has no documents yet</h2>
      <p>Drop files into the collection. They can be asked about as soon as they are indexed.</p>
      <Link className="button primary" to={collectionPath(name)}>
        Index files into {name}
      </Link>
    </section>
  );
}

/** Whether a collection is known to have no documents. */
const isEmpty = (name: string, offered: readonly Collection[]): boolean =>
  offered.some(({ collection_name: known, document_count: count }) => known === name && count === 0);
