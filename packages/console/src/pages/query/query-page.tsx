import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { Page } from '../../layout/page';
import { Fault } from '../../parts/fault';
import { fieldFaultsOf } from '../../parts/field-faults';
import { type Asked, paramsOf, type QueryConfig, readAsked } from '../../parts/queries/asked';
import { BeforeAsking, NoCollection } from './empty-states';
import { Outcomes } from './outcomes';
import { type Letter, QueryForm } from './query-form';
import { useAsk } from './use-answer';
import { type Collection, useCollections } from './use-collections';
import './query.css';

/** Page that queries collections under one or two configurations. The address holds the last request. */
export function QueryPage() {
  const [params, setParams] = useSearchParams();
  const address = params.toString();
  const asked = readAsked(params);
  const collections = useCollections();
  const [entered, setForm] = useState(asked);
  const [known, setKnown] = useState(address);
  const [open, setOpen] = useState<Letter | null>(null);
  const ask = useAsk();
  if (known !== address) {
    setKnown(address);
    setForm(asked);
  }
  const form = withCollection(entered, collections.data ?? []);

  async function send(next: Asked) {
    const nextParams = paramsOf(next);
    setForm(next);
    setKnown(nextParams.toString());
    if (nextParams.toString() !== address) setParams(nextParams);
    const failures = await ask(questionsOf(next));
    const refused = failures.findIndex((error) => isAboutSettings(error));
    if (refused >= 0) setOpen(refused === 0 ? 'a' : 'b');
  }

  if (collections.data?.length === 0 && asked.collections.length === 0)
    return (
      <Page title="Query">
        <NoCollection />
      </Page>
    );
  return (
    <Page title="Query">
      {collections.error !== null && (
        <Fault error={collections.error} retry={() => void collections.refetch()} />
      )}
      <QueryForm
        form={form}
        asked={asked}
        offered={collections.data ?? []}
        open={open}
        setOpen={setOpen}
        onChange={setForm}
        onAsk={() => void send(form)}
      />
      {asked.query === '' ? (
        <BeforeAsking names={form.collections} offered={collections.data ?? []} />
      ) : (
        <Outcomes
          asked={asked}
          offered={collections.data ?? []}
          askWith={(letter: Letter, config: QueryConfig) => void send({ ...asked, [letter]: config })}
        />
      )}
    </Page>
  );
}

/** The form with the first collection that has documents, where none is chosen. */
function withCollection(form: Asked, offered: readonly Collection[]): Asked {
  const first = offered.find(({ document_count: count }) => count > 0) ?? offered[0];
  if (form.collections.length > 0 || first === undefined) return form;
  return { ...form, collections: [first.collection_name] };
}

const questionsOf = ({ collections, query, a, b }: Asked) =>
  [a, ...(b === null ? [] : [b])].map((config) => ({ collections, query, config }));

/** Whether a refusal names a field that is in the settings. */
const isAboutSettings = (error: unknown): boolean =>
  [...fieldFaultsOf(error).keys()].some((path) => !/^(?:query|collections)(?:\.|$)/.test(path));
