import { type components } from 'sheaf-client';

type Answer = components['schemas']['ProductSearchAnswer'];

/** How the service understood a query: corrections, amounts, warnings, and which index served it. */
export function SearchNotes({ answer }: { answer: Answer }) {
  const { corrections, completions, constraints } = answer.query_understanding;
  const served = answer.served_by;
  return (
    <>
      {corrections.map(({ from, to }) => (
        <p key={`${from} ${to}`}>
          Hits for <strong>{to}</strong>: none has “{from}” as it is written.
        </p>
      ))}
      {completions.map(({ from, to }) => (
        <p key={`${from} ${to}`} className="hint">
          Read as the beginning of a word: {from} → {to}
        </p>
      ))}
      {constraints.map(({ field, op, value, unit, text, applied }) => (
        <p key={`${text} ${field} ${op}`} className="hint">
          “{text}” is read as <code>{`${field} ${op} ${value}${unit === null ? '' : ` ${unit}`}`}</code>,{' '}
          {applied === 'filter' ? 'and others are left out' : 'and records that fit rank higher'}
        </p>
      ))}
      {served.layer !== null && (
        <p className="hint">
          Served by {served.index}, group {served.group ?? '–'} of layer {served.layer}
        </p>
      )}
      {answer.warnings.filter(isOfHits).map(({ code, message }) => (
        <p key={`${code} ${message}`} className="notice">
          {message} <code>{code}</code>
        </p>
      ))}
    </>
  );
}

/** Whether a warning is about the hits; facets that are left out are told below the others. */
const isOfHits = ({ code }: Answer['warnings'][number]): boolean => code !== 'FACETS_LEFT_OUT';
