import { type Client } from '@elastic/elasticsearch';
import { LRUCache } from 'lru-cache';
import { refusalReason } from '../../elastic/search-unavailable';
import { STEM_ANALYZERS, type StemLanguage, type Stems } from './stems';

/** Fields of indexes that a process remembers. */
const knownMax = 50_000;

interface Stemmed {
  stems?: Stems;
}

/** A row that fits the fields of an index. */
type Fitted<T extends Stemmed> = Omit<T, 'stems'> & Stemmed;

/**
 * Creates the function that adds the fields of stems to an index, with the first row in a language, since
 * most indexes need one or none. Stems of a language without an analyzer in the search engine are removed
 * from the rows, whose words are then found in their exact form.
 *
 * @returns a function that returns rows which fit the index
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
    /** Forgets the fields of a removed index: a new one of the same name lacks them. */
    forget(alias: string): void {
      for (const key of [...known.keys()]) if (key.startsWith(`${alias}/`)) known.delete(key);
    },
  });
}

/** Adds the field of a language to an index. False when the search engine lacks its analyzer. */
async function makeField(client: Client, alias: string, language: StemLanguage): Promise<boolean> {
  // Positions are not indexed.
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
