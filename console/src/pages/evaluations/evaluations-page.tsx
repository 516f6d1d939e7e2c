import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { Page } from '../../layout/page';
import { Field } from '../../parts/field';
import { recentEvaluations } from './recent-evaluations';
import { StartForm } from './start-form';
import './evaluations.css';

/** Opens evaluations by their ids, and starts new ones. */
export function EvaluationsPage() {
  const [id, setId] = useState('');
  const navigate = useNavigate();
  const recent = recentEvaluations();
  return (
    <Page title="Evaluations">
      <div className="columns">
        <section className="card" aria-label="Open an evaluation">
          <h2>Open an evaluation</h2>
          <form
            className="stack"
            onSubmit={(event) => {
              event.preventDefault();
              void navigate(`/evaluations/${encodeURIComponent(id.trim())}`);
            }}
          >
            <Field label="Id" hint="The API has no list of evaluations: queries of the history name theirs.">
              {(control) => (
                <input
                  {...control}
                  required
                  value={id}
                  onChange={(event) => {
                    setId(event.target.value);
                  }}
                />
              )}
            </Field>
            <button type="submit">Open</button>
          </form>
          <h3>Opened in this tab</h3>
          {recent.length === 0 ? (
            <p className="empty">None yet.</p>
          ) : (
            <ul>
              {recent.map((known) => (
                <li key={known}>
                  <Link to={`/evaluations/${encodeURIComponent(known)}`}>{known}</Link>
                </li>
              ))}
            </ul>
          )}
        </section>
        <StartForm />
      </div>
    </Page>
  );
}
