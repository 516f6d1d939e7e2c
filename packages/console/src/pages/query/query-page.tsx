import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { Page } from '../../layout/page';
import { paramsOf, readAsked } from '../../parts/queries/asked';
import { Outcomes } from './outcomes';
import { QueryForm } from './query-form';
import { useAsk } from './use-answer';
import './query.css';

/** Page that queries a collection under one or two configurations. The address holds the last request. */
export function QueryPage() {
  const [params, setParams] = useSearchParams();
  const address = params.toString();
  const asked = readAsked(params);
  const [form, setForm] = useState(asked);
  const [known, setKnown] = useState(address);
  const ask = useAsk();
  if (known !== address) {
    setKnown(address);
    setForm(asked);
  }

  function askForm() {
    const next = paramsOf(form);
    setKnown(next.toString());
    if (next.toString() !== address) setParams(next);
    const { collection, query, a, b } = form;
    void ask([a, ...(b === null ? [] : [b])].map((config) => ({ collection, query, config })));
  }

  return (
    <Page title="Query">
      <QueryForm form={form} asked={asked} onChange={setForm} onAsk={askForm} />
      <Outcomes asked={asked} />
    </Page>
  );
}
