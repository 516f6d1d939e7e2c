import type { PiiSpan } from '../engine';
import { isOfThing } from './age-words';

/** A number that may be an age: no part of a longer number, a code or a range. */
const number =
  /(?<![\p{L}\p{N}_]|[\d.,:/+-][.,:/+-]?|[€$£#-])(?:1[01]\d|120|\d{1,2})(?![\d%€$£°]|[.,:/-]\d)/gu;
const reach = { before: 64, behind: 40 };

/** Ranges and bounds are of groups: `18 to 25`, `65+`, `12 and over`. */
const groupBehind =
  /^[\s-]?(?:years?|jahren?|ans|años|anni|jaar|lat)?\s?(?:\+|(?:[-–]|to|bis|à|a|tot|do|and|und|et|y|e|en|i|or|oder|o)\s?\d|(?:and|or) (?:over|older|above|up|under|younger|more)|(?:und|oder) (?:älter|jünger|mehr)|et plus|ou plus|y más|o más|e oltre|en ouder|of ouder|i (?:więcej|starsz))/iu;
const groupBefore =
  /(?:\d\s?(?:[-–]|to|bis|à|a|tot|do|and|und|et|y|e|en|i)\s?|(?<!\p{L})(?:over|under|above|below|up to|from|between|ab|unter|über|bis|zwischen|moins de|plus de|entre|más de|menos de|oltre i|meno di|boven|onder|tussen|powyżej|poniżej|od)\s)$/iu;
/** Ages that laws and statistics speak of. */
const ruleBefore =
  /(?<!\p{L})(?:minimum|maximum|min\.?|max\.?|average|mean|median|retirement|voting|drinking|legal|pension|school|working|moyen|minimum|légal|media|mínima|minima|legal|gemiddelde|minimale|średni|minimalny)\s(?:age|âge|edad|età|leeftijd|wiek)[^\d]{0,12}$|(?:mindest|höchst|durchschnitts|renten|pensions|schul|eintritts)alter[^\d]{0,12}$|(?:âge (?:minimum|moyen|légal|maximum)|edad (?:media|mínima|legal)|età (?:media|minima)|wiek (?:średni|emerytalny))[^\d]{0,12}$/iu;

/** A word for age directly before the number: `aged 47`, `Alter: 47`, `âgée de 47 ans`. */
const announced =
  /(?<!\p{L})(?:aged?|(?:at )?the age of|lebensalter|alter|im alter von|[âa]g[ée]e?s? de|(?:l['’])?âge|edad|età|leeftijd|wieku?|di anni|lat)(?:\s(?:is|was|ist|von|est|de|es|è|di|van|jest))?\s{0,2}[:=|]?\s{0,2}$/iu;
/** A person of whom the number is said, who is no more than the age: `I'm 47.`, `sie ist 47.` */
const pronoun =
  /(?<!\p{L})(?:(?:I|he|she)(?: am| is| was|['’][ms])|ich bin|(?:er|sie) (?:ist|war|wird)|ik ben|(?:hij|zij|ze) is)\s$/iu;
const endOfClause = /^(?:[.,;!?)\n]|$| (?:and|und|en|years|jahre|jaar)\b)/iu;
/** Behind the number: `47-year-old`, `47 Jahre alt`, `47-jährige`, `47-letnia`, `47enne`. */
const adjective =
  /^(?:[ -]?(?:years?|yrs?\.?)[ -]olds?|[ -]?y\/?o|[ -]?jährige?[rsnm]?|(?: |-)?jahre alte?[rsnm]?| J\.(?: alt)?|[ -]?jarige?n?| jaar oude?|[ -]?letni\p{L}{0,4}|[ -]?lat(?:ek|ka|ki|kiem|kowi|ku)|enn[ei]| años de edad| anni di età| lat życia)(?!\p{L})/iu;
const years = /^\s(?:ans|años|anni|jaar|lat|lata|jahren?|years)(?!\p{L})/iu;
/** Behind the years: what was done for so long. */
const duration =
  /^\s\p{L}+\s(?:ago|after|later|de|d['’]|of|di|van|fa|geleden|temu|lang|long|doświadczenia|pracy|gwarancji|stażu|ervaring|garantie|dienst|experience)(?!\p{L}| edad| età)/iu;
/** Verbs of having years, and people, before the number of years. */
const has =
  /(?<!\p{L}|il y )(?:j['’]ai|ai|a|avait|aura|fête ses|tengo|tiene|tenía|tienen|cumpl\p{L}{1,5}|a los|ho|ha|aveva|compi\p{L}{1,4}|ma|mam|miał[ao]?m?|s?kończył\p{L}{0,2}|ukończył\p{L}{0,2})\s$/iu;
const person =
  /(?<!\p{L})(?:femme|homme|fille|garçon|enfant|patiente?|dame|mère|père|fils|mujer|hombre|niñ[oa]|paciente|varón|señora?|hij[oa]|donna|uomo|ragazz[oa]|bambin[oa]|paziente|figli[oa]|man|vrouw|meisje|jongen|patiënte?|zoon|dochter|mężczyzna|kobieta|pacjent(?:ka)?|chłopiec|dziewczynka|syn|córka|woman|boy|girl|frau|mann|sohn|tochter)(?: de| di| van| w wieku|,)?\s$/iu;
/** A name, or another word with a capital, and a comma. */
const apposition = /\p{Lu}\p{Ll}+,\s$/u;
const behindApposition = /^\s\p{L}+\.?\s?(?:[,.;)\n]|$)/u;
/** Behind the name of a person: `, 47,` or ` (47)`, but not the number of a house. */
const behindName =
  /^(?:,\s|\s\()(1[01]\d|[1-9]\d)(?:\)|,(?!\s(?:rue|avenue|boulevard|place|chemin|allée|quai|via|viale|calle)\b)|\s(?:jahre|J\.|ans|años|anni|jaar|lat|years)\b)/iu;

/**
 * Finds ages of persons: numbers up to 120 with a word for age, a form of "years old", or the name of a person
 * beside them, and cells of columns of ages. Ages of things, groups and laws are none.
 *
 * @param persons names that were found, sorted
 * @returns spans of the numbers alone, sorted, without overlaps
 */
export function findAges(text: string, persons: readonly PiiSpan[]): PiiSpan[] {
  const starts = new Map<number, number>();
  for (const { 0: found, index } of text.matchAll(number)) {
    const end = index + found.length;
    const before = text.slice(Math.max(0, index - reach.before), index);
    const behind = text.slice(end, end + reach.behind);
    if (isAge(before, behind)) starts.set(index, end);
  }
  for (const { end, tag } of persons) {
    const found = tag === 'PERSON' ? behindName.exec(text.slice(end, end + reach.behind)) : null;
    if (found === null) continue;
    const start = end + found[0].search(/\d/);
    starts.set(start, start + found[1]!.length);
  }
  for (const { start, end } of cellsOfAges(text)) starts.set(start, end);
  return [...starts]
    .sort(([one], [other]) => one - other)
    .map(([start, end]) => ({ start, end, tag: 'AGE' }));
}

function isAge(before: string, behind: string): boolean {
  if (groupBehind.test(behind) || groupBefore.test(before) || ruleBefore.test(before)) return false;
  if (isOfThing(before, behind)) return false;
  if (announced.test(before) || adjective.test(behind)) return true;
  if (pronoun.test(before) && endOfClause.test(behind)) return true;
  if (!years.test(behind) || duration.test(behind)) return false;
  return (
    has.test(before) || person.test(before) || (apposition.test(before) && behindApposition.test(behind))
  );
}

const ageHeader = /^(?:age|alter|lebensalter|âge|edad|età|leeftijd|wiek)(?:\s?[([].{1,12}[)\]])?$/iu;
/** First cells of rows with sums. */
const sumRow =
  /^[\s"]*(?:summe|gesamt|durchschnitt|total|sum|average|mean|moyenne|media|totale|totaal|gemiddelde|suma|razem|średnia)/iu;
const separators = ['|', '\t', ';', ','] as const;
const cell = /^\s*"?(1[01]\d|120|\d{1,2})(?:\s\p{L}+\.?)?"?\s*$/u;

/** Cells below a header for ages, in rows with as many cells as the header. */
function cellsOfAges(text: string): { start: number; end: number }[] {
  if (!/(?:[aâ]ge|alter|edad|età|leeftijd|wiek)/iu.test(text)) return [];
  const found: { start: number; end: number }[] = [];
  let column = -1;
  let separator = '';
  let width = 0;
  let lineStart = 0;
  for (const line of text.split('\n')) {
    const cells = column >= 0 ? line.split(separator) : [];
    if (column >= 0 && cells.length === width) {
      const age = sumRow.test(line) ? null : cell.exec(cells[column]!.replace(/\r$/, ''));
      const from = lineStart + cells.slice(0, column).join(separator).length + (column > 0 ? 1 : 0);
      const at = age === null ? -1 : from + cells[column]!.indexOf(age[1]!);
      if (age !== null) found.push({ start: at, end: at + age[1]!.length });
    } else {
      const header = headerOf(line);
      ({ column, separator, width } = header ?? { column: -1, separator: '', width: 0 });
    }
    lineStart += line.length + 1;
  }
  return found;
}

function headerOf(line: string): { column: number; separator: string; width: number } | null {
  for (const separator of separators) {
    const cells = line.split(separator).map((one) => one.replaceAll(/["\r]/g, '').trim());
    const column = cells.findIndex((one) => ageHeader.test(one));
    if (cells.length > 1 && column >= 0)
      return isOfThing(line, '') ? null : { column, separator, width: cells.length };
  }
  return null;
}
