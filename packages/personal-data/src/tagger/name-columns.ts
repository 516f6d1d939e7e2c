import { labelPerson, type PlacedLabels } from './placed-names';
import { WORD } from './lexicon';
import { LABELS } from './linear-model';
import { SHAPE } from './shapes';
import { aboutGoods, type Surroundings } from './surroundings';
import { signIdentity, type Tokens } from './tokens';

const person = LABELS.indexOf('PERSON');
/** Signs between cells: `|`, tab, `;`, `,`. */
const separators = [124, 9, 59, 44].map((code) => signIdentity + code);
const hyphen = signIdentity + 45;
const dot = signIdentity + 46;
const apostrophes: ReadonlySet<number> = new Set([signIdentity + 39, signIdentity + 0x2019]);
const nameBits = WORD.firstName | WORD.lastName;
/** Most words of a name in a cell. */
const wordsMax = 5;
/** Rank up to which a word is one of everyday language. */
const rankOfCommon = 3;
/** Rank of nouns of other languages than English: `Summe`. */
const rankOfForeign = 6;
/** Share of the cells of a column that look like names when its header does not say so for certain. */
const shareOfNames = 0.5;
const headerCharsMax = 40;

/** Headers of columns with names of persons. */
const sureHeader =
  /^(?:(?:full|first|last|given|family|sur|middle|contact|employee|patient|customer|tenant|student|holder)[ _-]?names?|name of (?:employee|patient|customer|tenant|student)|employees?|patients?|contact person|assignee|reporter|vornamen?|nachnamen?|familiennamen?|zunamen?|name,? vorname|vor- und nachname|ansprechpartner(?:in)?|sachbearbeiter(?:in)?|mitarbeiter(?:in)?|kontaktperson|patient(?:in)?|bearbeiter(?:in)?|pr[ée]noms?|nom de famille|nom (?:et )?pr[ée]nom|nom complet|salari[ée]e?|interlocuteur|apellidos?|nombre y apellidos|nombre completo|empleado|solicitante|cognome|nome e cognome|nominativo|dipendente|richiedente|voornaam|achternaam|werknemer|contactpersoon|melder|imi[ęe]|nazwisko|imi[ęe] i nazwisko|pracownik|zgłaszający)$/iu;
/** Headers of columns with names of persons or of other things. */
const possibleHeader =
  /^(?:names?|nom|nombre|nome|naam|person|contact|customers?|clients?|tenants?|owner|holder|account holder|payee|member|participants?|attendees?|manager|responsible|author|teacher|student|kunden?|kundin|mieter(?:in)?|inhaber(?:in)?|kontoinhaber|halter|mitglied|teilnehmer(?:in)?|verantwortlich|zuständig|lehrer|schüler(?:in)?|locataire|titulaire|responsable|contacto|cliente|inquilino|titular|contatto|inquilino|intestatario|responsabile|klant|huurder|houder|klient|najemca|kontakt|opiekun)$/iu;

/** A line of cells. */
interface Row {
  /** First token, and the end. */
  from: number;
  to: number;
}

/** Tokens of a cell, without quotation marks around them. */
type Cell = Row;

/**
 * Labels the cells below a header for names (`Name`, `Kunde`, `Cognome`) in rows with as many cells as the header:
 * all that can be names where the header is for persons alone, else where enough cells of the column are names.
 */
export function labelNameColumns(
  text: string,
  tokens: Tokens,
  around: Surroundings,
  marks: PlacedLabels,
): void {
  const rows = rowsOf(tokens);
  for (let at = 0; at + 1 < rows.length; at++) {
    const separator = separators.find((sign) => {
      const count = countIn(tokens, rows[at]!, sign);
      return count > 0 && count === countIn(tokens, rows[at + 1]!, sign);
    });
    if (separator === undefined || (around.line[rows[at]!.from]! & aboutGoods) !== 0) continue;
    const header = cellsOf(tokens, rows[at]!, separator);
    const columns = header.map((cell) => headerKind(text, tokens, cell));
    if (!columns.some((kind) => kind !== null)) continue;
    const body: Cell[][] = [];
    while (at + 1 < rows.length && countIn(tokens, rows[at + 1]!, separator) === header.length - 1)
      body.push(cellsOf(tokens, rows[++at]!, separator));
    for (const [column, kind] of columns.entries())
      if (kind !== null)
        labelColumn(
          tokens,
          marks,
          body.map((cells) => cells[column]!),
          kind === 'sure',
        );
  }
}

function rowsOf({ count, shape }: Tokens): Row[] {
  const rows: Row[] = [];
  let from = 0;
  for (let index = 0; index <= count; index++) {
    if (index < count && shape[index] !== SHAPE.newline && shape[index] !== SHAPE.blankLine) continue;
    if (index > from) rows.push({ from, to: index });
    from = index + 1;
  }
  return rows;
}

function countIn({ word }: Tokens, { from, to }: Row, sign: number): number {
  let count = 0;
  for (let index = from; index < to; index++) if (word[index] === sign) count++;
  return count;
}

function cellsOf(tokens: Tokens, { from, to }: Row, separator: number): Cell[] {
  const cells: Cell[] = [];
  let start = from;
  for (let index = from; index <= to; index++) {
    if (index < to && tokens.word[index] !== separator) continue;
    cells.push(withoutSigns(tokens, start, index));
    start = index + 1;
  }
  return cells;
}

function withoutSigns({ shape }: Tokens, from: number, to: number): Cell {
  let first = from;
  let end = to;
  while (first < end && shape[first] === SHAPE.sign) first++;
  while (end > first && shape[end - 1] === SHAPE.sign) end--;
  return { from: first, to: end };
}

function headerKind(text: string, { start, end }: Tokens, { from, to }: Cell): 'sure' | 'possible' | null {
  if (from === to || end[to - 1]! - start[from]! > headerCharsMax) return null;
  const header = text.slice(start[from], end[to - 1]);
  if (sureHeader.test(header)) return 'sure';
  return possibleHeader.test(header) ? 'possible' : null;
}

function labelColumn(tokens: Tokens, marks: PlacedLabels, cells: readonly Cell[], isSure: boolean): void {
  const filled = cells.filter(({ from, to }) => from < to);
  const names = filled.filter((cell) => mayBeName(tokens, cell, isSure));
  if (!isSure) {
    const known = names.filter(({ from, to }) => {
      const evidence = to - from > 1 ? nameBits : WORD.firstName;
      return (
        tokens.bits.subarray(from, to).some((bits) => (bits & evidence) !== 0) ||
        (to - from > 1 && marks.labels.subarray(from, to).includes(person))
      );
    });
    if (known.length === 0 || known.length < filled.length * shareOfNames) return;
  }
  for (const { from, to } of names) labelPerson(marks, from, to);
}

/** Whether a cell holds words with capitals alone, none of an organization, and one that is not everyday language. */
function mayBeName({ word, shape, bits }: Tokens, { from, to }: Cell, isSure: boolean): boolean {
  let words = 0;
  let isRare = false;
  for (let index = from; index < to; index++) {
    const form = shape[index]! & ~SHAPE.foreign;
    if (form === SHAPE.sign) {
      const sign = word[index]!;
      if (sign !== hyphen && sign !== dot && !apostrophes.has(sign) && sign !== separators[3]) return false;
      continue;
    }
    const isParticle = form === SHAPE.lowerShort && words > 0;
    const isCapitals = form === SHAPE.upperShort || form === SHAPE.upper;
    if (!isParticle && (form < SHAPE.titleShort || form > SHAPE.mixedUpper)) return false;
    if (isCapitals && !isSure) return false;
    if ((bits[index]! & (WORD.organization | nameBits)) === WORD.organization) return false;
    words++;
    const rank = bits[index]! & WORD.rankMask;
    isRare ||= (bits[index]! & nameBits) !== 0 || rank === 0 || (rank > rankOfCommon && rank < rankOfForeign);
  }
  return words > 0 && words <= wordsMax && isRare;
}
