import { type Client } from '@elastic/elasticsearch';
import { LRUCache } from 'lru-cache';
import { refusalReason } from '../../elastic/search-unavailable';
import { STEM_ANALYZERS, type StemLanguage, type Stems } from './stems';

/** Fields of indexes that a process remembers. */
const knownMax = 50_000;

interface Stemmed {
  stems?: Stems;
}

/** A row that an index takes. */
type Fitted<T extends Stemmed> = Omit<T, 'stems'> & Stemmed;

/**
 * Makes the function that gives an index the fields of stems that rows need, with the first row in a
 * language: most indexes need one or none. Stems of a language whose analyzer the search engine lacks are left
 * out of the rows, whose words are then found by their exact form.
 *
 * @returns a function that answers the rows as the index takes them
 */
export function createStemFields(client: Client) {
  /** Whether an index has the field of a language. */
  const known = new LRUCache<string, boolean>({ max: knownMax });

  async function hasField(alias: string, language: StemLanguage): Promise<boolean> {
    const key = `${alias}/${language}`;
    const remembered = known.get(key);
    if (remembered !== undefined) return remembered;
    const made = await makeField(client, alias, language);
    known.set(key, made);
    return made;
  }

  const fit = async <T extends Stemmed>(alias: string, rows: readonly T[]): Promise<Fitted<T>[]> => {
    const lacking = new Set<string>();
    for (const language of new Set(rows.flatMap(languagesOf)))
      if (!(await hasField(alias, language))) lacking.add(language);
    const fits = (row: T) => !languagesOf(row).some((language) => lacking.has(language));
    return rows.map((row) => (fits(row) ? row : withoutStems(row)));
  };

  return Object.assign(fit, {
    /** For an index that is gone: the next one of its name has no such fields. */
    forget(alias: string): void {
      for (const key of [...known.keys()]) if (key.startsWith(`${alias}/`)) known.delete(key);
    },
  });
}

/** Adds the field of a language to an index. False where the search engine lacks its analyzer. */
async function makeField(client: Client, alias: string, language: StemLanguage): Promise<boolean> {
  // Only words count there, not their places.
  const field = { type: 'text', analyzer: STEM_ANALYZERS[language], index_options: 'freqs' } as const;
  try {
    await client.indices.putMapping({
      index: alias,
      properties: { stems: { properties: { [language]: field } } },
    });
    return true;
  } catch (error) {
    if (refusalReason(error) === null) throw error;
    return false;
  }
}

const languagesOf = ({ stems = {} }: Stemmed): StemLanguage[] => Object.keys(stems) as StemLanguage[];

function withoutStems<T extends Stemmed>(row: T): Fitted<T> {
  const { stems, ...rest } = row;
  return stems === undefined ? row : rest;
}
