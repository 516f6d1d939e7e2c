import type { PiiSpan } from '../engine';

/** Words in lower case between the words of a street: `Via dei Mille`. */
const joint =
  "(?:de|la|le|du|des|der|den|dem|della|dei|degli|delle|di|del|van|von|am|an|im|do|da|dos|el|los|las|zum|zur|y|e|d['’]|dell['’]|l['’])";
/** A word with a capital before the last one of a street, or its abbreviation: `Avda.`. */
const word = "(?:\\p{Lu}\\p{L}{0,4}\\.|\\p{Lu}[\\p{L}'’-]{0,24})";
/** Number of a house, with its stairs and flat: `112/4/17`, `12 bis`, `5 m. 8`. */
const house = '\\d{1,4}(?:[/-]\\d{1,4}){0,3} ?(?:bis|[a-zA-Z](?![\\p{L}]))?(?: ?m\\. ?\\d{1,4})?';
/** A flat between the number of the house and the postal code: `3. OG rechts`, `3º B`, `app. 4`. */
const flat =
  '(?:,? (?:\\d{1,2}(?:[.ºª°]|\\.º) ?(?:OG|UG|EG|Stock|[A-Z](?![\\p{L}])|[\\p{Ll}]{2,6}|)|EG|Whg\\. ?\\d+|Wohnung \\d+|app?\\. ?\\d+|interno \\d+|int\\. ?\\d+|scala [A-Z])(?: (?:rechts|links|mitte|izq\\.?|dcha\\.?|[A-Z](?![\\p{L}])))?)?';
/** Street and house number before a postal code, with a comma, the end of a line, `in` or a dash between. */
const streetBefore = new RegExp(
  `(?<![\\p{L}\\p{N}.])((?:(?:ul|al|pl|os)\\. )?(?:C/ ?)?(?:${word} (?:${joint} ){0,3}){0,4}\\p{Lu}[\\p{L}.'’-]{1,30},? ${house}${flat})(?:, {0,2}|,?\\r?\\n| in | - )$`,
  'u',
);
const frenchBefore =
  /(?<![\p{L}\p{N}.])(\d{1,4}(?: bis| ter)?,? (?:rue|avenue|boulevard|place|chemin|allée|impasse|quai|route|cours) [\p{L}'’ .-]{2,40})(?:, {0,2}|,?\r?\n)$/iu;
/** A house number, the kind of a street and its name, without a postal code behind it. */
const frenchStreet =
  /\d{1,4}(?: bis| ter)?,? (?:rue|avenue|boulevard|place|chemin|allée|impasse|quai|route|cours|square) (?:(?:de la|de l['’]|des|du|de|d['’]) ?)?\p{Lu}[\p{L}'’-]{1,30}(?: (?:(?:de la|des|du|de) )?\p{Lu}[\p{L}'’-]{1,30}){0,3}/uy;
const frenchKind = /^(?: bis| ter)?,? (?:rue|ave|boul|place|chem|all|imp|quai|route|cours|square)/iu;
/** A street whose name is one word, with an adjective or a preposition before it. */
const compoundStreet =
  /(?:(?:Alte|Neue|Große|Kleine|Obere|Untere|Hintere|Vordere|Innere|Äußere|Am|An|Auf|Hinter|Zum|Zur|Lange|Kurze|Breite|Hohe|Nördliche|Südliche|Sankt|St\.|[\p{L}]+(?:er|sche|-))(?: (?:der|dem|den))? )?[\p{L}.-]*(?:stra(?:ß|ss)e|str\.|weg|gasse|allee|platz|straat|laan|gracht|plein) \d/u;
const streetReach = 100;
/** Words that open the letter below an address, where line ends became blanks: `10969 Berlin Dear Ms Kim`. */
const opening =
  '(?:Dear|Hello|Sehr|Liebe[rs]?|Hallo|Guten|Ch[eè]re?|Bonjour|Madame|Monsieur|Estimad[oa]s?|Gentile|Egregio|Geachte|Beste|Szanown[aiy]|Betreff|Subject|Objet|Asunto|Oggetto|Onderwerp)(?!\\p{L})';
/** Letters of a Dutch postal code, and the town. */
const townBehind = new RegExp(
  `(?: ?[A-Z]{2}(?![\\p{L}]))? \\p{Lu}[\\p{L}'’-]{2,30}(?:[ /-](?!${opening})(?:am |an der |aan den |sur |la )?\\p{Lu}[\\p{L}'’-]{2,30})?`,
  'uy',
);
/** Four digits that may be a year. */
const year = /^(?:19|20)\d\d$/;
/** Second part of a Polish postal code. */
const polishBehind = /-\d{3}(?=[ \n])/y;
const dutchLetters = /^ ?[A-Z]{2}(?!\p{L})/u;

/** The postal address whose code is a run of four or five digits: `Hauptstr. 5, 26123 Oldenburg`. */
export function addressAt(text: string, run: number, runEnd: number): PiiSpan | null {
  if (!/[ \n]/.test(text[run - 1] ?? '\n')) return null;
  const french = frenchStreetAt(text, run, runEnd);
  if (french !== null) return french;
  const codeEnd = endOfCode(text, run, runEnd);
  if (codeEnd === null) return null;
  if (year.test(text.slice(run, runEnd)) && !dutchLetters.test(text.slice(runEnd, runEnd + 4))) return null;
  townBehind.lastIndex = codeEnd;
  const town = townBehind.exec(text)?.[0];
  if (town === undefined) return null;
  const before = text.slice(Math.max(0, run - streetReach), run);
  const street = (streetBefore.exec(before) ?? frenchBefore.exec(before))?.[0];
  return street === undefined
    ? null
    : { start: run - withoutNouns(street).length, end: codeEnd + town.length, tag: 'ADDRESS' };
}

/** A street without the nouns before it: `Eigentümer des Hauses Dorfstr. 18`. */
function withoutNouns(street: string): string {
  const found = compoundStreet.exec(street);
  return found === null ? street : street.slice(found.index);
}

function frenchStreetAt(text: string, run: number, runEnd: number): PiiSpan | null {
  if (runEnd - run > 4 || !frenchKind.test(text.slice(runEnd, runEnd + 16))) return null;
  frenchStreet.lastIndex = run;
  const street = frenchStreet.exec(text)?.[0];
  if (street === undefined) return null;
  const end = run + street.length;
  const rest = /^,? {0,2}\(?\d{5}\)?(?: \p{Lu}[\p{L}'’-]{1,30}(?:[ -]\p{L}{2,4}[ -]\p{Lu}\p{L}+)?)?/u.exec(
    text.slice(end, end + 60),
  );
  return { start: run, end: end + (rest?.[0].length ?? 0), tag: 'ADDRESS' };
}

/** End of the postal code that begins with a run of digits: four or five of them, or two, a hyphen and three. */
function endOfCode(text: string, run: number, runEnd: number): number | null {
  const length = runEnd - run;
  if (length === 4 || length === 5) return runEnd;
  if (length !== 2) return null;
  polishBehind.lastIndex = runEnd;
  return polishBehind.test(text) ? polishBehind.lastIndex : null;
}
