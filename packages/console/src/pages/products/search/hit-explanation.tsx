import { type ReactNode } from 'react';
import { type components } from 'sheaf-client';
import { formatCount, formatNumber, formatScore } from '../../../parts/format';

type SearchHit = components['schemas']['ProductSearchAnswer']['hits'][number];
type Explanation = components['schemas']['ProductHitExplanation'];

/** Why a hit was found and stands at its place. */
export function HitExplanation({ hit, place }: { hit: SearchHit; place: number }) {
  const { _explain: explain, _matched: matched } = hit;
  return (
    <details>
      <summary>Explain</summary>
      {explain !== undefined && <p>{explain.summary}</p>}
      <dl className="facts">
        <Fact name="Place">{formatCount(place)}</Fact>
        <Fact name="Score">{formatScore(hit._score)}</Fact>
        {matched.fields.length > 0 && <Fact name="Found in">{matched.fields.join(', ')}</Fact>}
        {explain !== undefined && <Signals explain={explain} />}
      </dl>
      {explain !== undefined && explain.matches.length > 0 && (
        <>
          <h3>Words that were found</h3>
          <ul>
            {explain.matches.map(({ word, found, field, tier, kind, typos }, at) => (
              // A field may have the same word at several places.
              <li key={at}>
                “{word}” as “{found}” in <code>{field}</code> ({tier}), {kind}
                {typos > 0 && `, typos: ${typos}`}
              </li>
            ))}
          </ul>
        </>
      )}
    </details>
  );
}

/** Signals that have ranked the hit, without those that say nothing. */
function Signals({ explain }: { explain: Explanation }) {
  const { identifier, words, tier, typos, nearness, constraints, preferences, similarity } = explain;
  return (
    <>
      {identifier !== null && (
        <Fact name="Identifier">
          {identifier.field} {identifier.value}
        </Fact>
      )}
      {words.of > 0 && (
        <Fact name="Words">
          {formatCount(words.found)} of {formatCount(words.of)}, {formatCount(words.primary)} in primary
          fields
        </Fact>
      )}
      {tier !== null && <Fact name="Tier">{tier}</Fact>}
      {typos > 0 && <Fact name="Typos">{formatCount(typos)}</Fact>}
      {nearness !== null && <Fact name="Nearness">{nearness}</Fact>}
      {constraints.map(({ text, fits }) => (
        <Fact key={text} name={`Amount “${text}”`}>
          {fits === null
            ? 'does not fit'
            : fits
                .map(({ field, value, unit }) => `${field} ${formatNumber(value)} ${unit ?? ''}`.trim())
                .join(', ')}
        </Fact>
      ))}
      {preferences.map(({ position, strength }) => (
        <Fact key={position} name={`Preference ${position + 1}`}>
          {strength}
        </Fact>
      ))}
      {similarity !== null && <Fact name="Similarity">{formatScore(similarity)}</Fact>}
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}
