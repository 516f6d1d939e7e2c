import { type Block } from 'document-reader';

/** What the first page of a document says about all of it. */
export interface CoverFacts {
  /** The largest text; null without a heading. */
  title: string | null;
  /** Name of the company or other body. */
  body: string | null;
  /** Period or date, such as "fiscal year ended December 31, 2021". */
  period: string | null;
}

/** Reads the first page as its blocks come. */
export interface CoverPage {
  add(block: Block): void;
  facts(): CoverFacts;
}

const linesMax = 80;
const lineCharsMax = 120;
const bodyCharsMax = 80;
const bodyWordsMax = 10;
const wordsOfCoverMax = 150;
const titleLinesMax = 3;

const year = String.raw`(?:19|20)\d\d(?:[/–-](?:\d\d){1,2})?`;
const months = String.raw`(?:three|six|nine|twelve|3|6|9|12)\s+months`;
const span = String.raw`(?:(?:fiscal|financial)\s+year|year|(?:quarterly\s+|transition\s+)?period|quarter|half[- ]year|${months}|\d\d\s+weeks)`;
/** Periods of reports: an end with its year, or the name of a year, in the languages of most reports. */
const periods = [
  new RegExp(String.raw`\b${span}\s+(?:ended|ending)\s+[^.;]{0,30}?\b${year}`, 'iu'),
  new RegExp(String.raw`\b(?:fiscal|financial)(?:\s+year)?\s+${year}|\bFY\s?${year}`, 'iu'),
  new RegExp(
    String.raw`\b(?:(?:rumpf)?geschäftsjahr|berichtsjahr|halbjahr|quartal)\s+(?:zum\s+)?[^.;]{0,20}?${year}`,
    'iu',
  ),
  new RegExp(String.raw`\b(?:exercice|ejercicio|esercizio|exercício|boekjaar)\s+[^.;]{0,40}?${year}`, 'iu'),
];
const anyYear = new RegExp(String.raw`\b${year}\b`, 'u');
const noPeriod = /©|\(c\)|copyright|\b(?:no|nr|vol|version|docket|isbn|issn|act)\b/iu;
const registrant = /exact name of (?:the )?registrant/iu;
/** A name that ends with its legal form; short ones are capitals in every spelling. */
const legalForm =
  /\p{L}.*[\s,](?:inc\.?|incorporated|corp\.?|corporation|company|limited|ltd\.?|llc|l\.l\.c\.|plc|gmbh|kgaa|holdings?|oyj|s\.p\.a\.|s\.a\.s?|n\.v\.|b\.v\.)$/iu;
const shortForm = /\p{L}.*[\s,](?:AG|SE|SA|NV|BV|AB|ASA|LP|KG|SpA|A\/S)$/u;

/** Creates a reader of the first page of a document in pages; other documents have no cover. */
export function createCoverPage(): CoverPage {
  const lines: string[] = [];
  let words = 0;
  let level = Infinity;
  let title: string[] = [];
  let isTitleOpen = false;
  return {
    add(block) {
      if (
        block.page !== 0 ||
        (block.kind !== 'heading' && block.kind !== 'paragraph' && block.kind !== 'caption')
      )
        return;
      words += block.text.split(/\s+/u).length;
      if (lines.length < linesMax) lines.push(...block.text.split('\n').map((line) => line.trim()));
      if (block.kind !== 'heading' || block.level > level) {
        isTitleOpen = false;
        return;
      }
      if (block.level < level) title = [];
      else if (!isTitleOpen) return;
      level = block.level;
      isTitleOpen = title.length + 1 < titleLinesMax;
      title.push(block.text);
    },
    facts: () => {
      const short = lines.slice(0, linesMax).filter(({ length }) => length > 0 && length <= lineCharsMax);
      const isCover = words <= wordsOfCoverMax;
      const period = periodIn(short, isCover);
      return {
        title: title.length === 0 ? null : title.join(' '),
        // A full page that names no period is none about a company, but may speak of some.
        body: isCover || period !== null ? bodyIn(short) : null,
        period,
      };
    },
  };
}

function bodyIn(lines: readonly string[]): string | null {
  const below = lines.findIndex((line) => registrant.test(line));
  const named = below > 0 ? lines[below - 1]! : lines.find(isBody);
  return named !== undefined && named.length <= bodyCharsMax ? named : null;
}

function isBody(line: string): boolean {
  const isShort = line.length <= bodyCharsMax && line.split(/\s+/u).length <= bodyWordsMax;
  return isShort && (legalForm.test(line) || shortForm.test(line));
}

/** @param isCover whether the page has so few words that a year alone is the document's */
function periodIn(lines: readonly string[], isCover: boolean): string | null {
  for (const line of lines) {
    const found = periods.map((period) => period.exec(line)?.[0]).find((text) => text !== undefined);
    if (found !== undefined) return found;
  }
  const found = lines.find(
    (line) => line.length <= bodyCharsMax && anyYear.test(line) && !noPeriod.test(line),
  );
  return isCover ? (found ?? null) : null;
}
