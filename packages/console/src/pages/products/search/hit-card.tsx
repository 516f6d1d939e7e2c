import { useState } from 'react';
import { type components } from 'sheaf-client';
import { CopyButton } from '../../../parts/copy-button';
import { formatCount } from '../../../parts/format';
import { type ProductField } from '../fields/field-rows';
import { HitExplanation } from './hit-explanation';
import { RecordFields } from './record-fields';
import { faceOf, type RecordFace } from './record-faces';

type SearchHit = components['schemas']['ProductSearchAnswer']['hits'][number];

/** A hit as a card: what shoppers see of it; parts that open have its explanation, group and record. */
export function HitCard(props: {
  hit: SearchHit;
  /** Place among all hits, from 1. */
  place: number;
  fields: Readonly<Record<string, ProductField>>;
  /** Whether cards keep room for a picture. */
  hasPictures: boolean;
}) {
  const { hit, place, fields, hasPictures } = props;
  const face = faceOf(hit, fields);
  const members = Object.entries(hit).filter(([name]) => !name.startsWith('_'));
  return (
    <li className={hasPictures ? 'card hit pictured' : 'card hit'}>
      {hasPictures && <Picture key={face.picture} address={face.picture} />}
      <HitFace hit={hit} face={face} />
      <div className="hit-parts">
        <HitExplanation hit={hit} place={place} />
        <HitGroup hit={hit} fields={fields} />
        <details>
          <summary>All fields</summary>
          <p className="actions">
            <CopyButton label="Copy the id" text={hit.id} />
            <CopyButton label="Copy as JSON" text={JSON.stringify(Object.fromEntries(members), null, 2)} />
          </p>
          <RecordFields members={members} />
        </details>
      </div>
    </li>
  );
}

/** Texts and price of a hit. */
function HitFace({ hit, face }: { hit: SearchHit; face: RecordFace }) {
  const { title, brand, category, facts, price, formerPrice, isSoldOut, excerpt } = face;
  return (
    <div className="hit-text">
      {brand !== null && <p className="hint">{brand}</p>}
      <h2 title={title}>{title}</h2>
      {category !== null && <p className="hint hit-category">{category}</p>}
      {facts.length > 0 && <p className="hint">{facts.join(' · ')}</p>}
      {price !== null && (
        <p className="hit-price number">
          <span>{price}</span>
          {formerPrice !== null && (
            <s className="hint">
              <span className="unseen">before </span>
              {formerPrice}
            </s>
          )}
        </p>
      )}
      {isSoldOut && <p className="hit-stock">Not in stock</p>}
      {excerpt !== null && <p className="hint hit-excerpt">{excerpt}</p>}
      {hit._partial === true && (
        <p className="hint">{hit._by === 'meaning' ? 'near in meaning' : 'lacks words of the query'}</p>
      )}
    </div>
  );
}

/** Picture of a record; an empty frame where there is none, or where its host does not give it. */
function Picture({ address }: { address: string | null }) {
  const [isBroken, setIsBroken] = useState(false);
  return (
    <div className="hit-picture">
      {address === null || isBroken ? (
        <span className="hint">No picture</span>
      ) : (
        <img
          src={address}
          alt=""
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          onError={() => {
            setIsBroken(true);
          }}
        />
      )}
    </div>
  );
}

function HitGroup({ hit, fields }: { hit: SearchHit; fields: Readonly<Record<string, ProductField>> }) {
  const { _group: group } = hit;
  if (group == null) return null;
  return (
    <details>
      <summary>
        {group.value ?? 'no value'}: {formatCount(group.total)} records of the group
      </summary>
      <ul>
        {group.hits.map((other) => (
          <li key={other.id}>
            <code>{other.id}</code> {faceOf(other, fields).title}
          </li>
        ))}
      </ul>
    </details>
  );
}
