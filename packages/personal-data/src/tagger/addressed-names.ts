import { WORD } from './lexicon';
import { LABELS } from './linear-model';
import { setOf } from './name-words';
import {
  isInitial,
  isParticle,
  isShortLower,
  labelPerson,
  mayBeName,
  nameEnd,
  type PlacedLabels,
} from './placed-names';
import { SHAPE } from './shapes';
import { aboutGoods, type Surroundings } from './surroundings';
import { isTitle, labelBehindParticles, labelTitled, startsWithTitle } from './titled-names';
import { wordAt } from './token-forms';
import { signIdentity, type Tokens } from './tokens';

// Local constants: reading those of other modules for each token would take a tenth of the time.
const { foreign, title, titleShort, upperOne, mixedUpper, newline, blankLine, found, sign } = SHAPE;
const person = LABELS.indexOf('PERSON');
const address = LABELS.indexOf('ADDRESS');
const dot = signIdentity + 46;
const hyphen = signIdentity + 45;
const comma = signIdentity + 44;
const colon = signIdentity + 58;
const openBracket = signIdentity + 91;
const bracket = signIdentity + 93;
const shortestName = 5;
const endsOfGreeting: ReadonlySet<number> = new Set([44, 33, 58, 46].map((code) => signIdentity + code));
const nameBits = WORD.firstName | WORD.lastName;
/** Countries that are written like initials. */
const countries = /^U\.(?:S\.|K\.|A\.E\.)/;
const countryChars = 6;
/** Characters from one letter of a country to the next. */
const countryStep = 2;
/** Rank from which a word of the language is rare enough to be a name. */
const rankOfRare = 4;
/** Above all ranks of words. */
const rankOfNone = 7;
/** Most particles between initials and a family name. */
const particlesMax = 3;
const longestWord = 11;

const greetings = setOf(
  'hoi coucou grüezi oye ehi buongiorno bonsoir dear hi hello hey hallo liebe lieber moin servus bonjour salut cher chère hola querido querida estimado estimada ciao caro ' +
    'cara gentile egregio beste geachte dag olá oi prezado prezada cześć witaj drogi droga szanowny szanowna hej kære',
);
/** Last words of the line above a signature. */
const closings = setOf(
  'regards sincerely faithfully truly best cheers thanks wishes yours grüßen grüße gruß cordialement vous salutations saludo ' +
    'saludos atentamente saluti groet groeten poważaniem pozdrawiam pozdrowienia atenciosamente abraço cumprimentos hilsen',
);
/** Words for people who do something, before a colon or a name. */
const roles = setOf(
  'reporter assignee assigned caller requester raised opened reference author owner contact approved reviewed signed witness attendees present absent patient customer ' +
    'apologies treasurer chair cllr counsel executor tenant landlord forename surname teilnehmer teilnehmerin referent referentin handzeichen ' +
    'unterschrift gez vorname nachname familienname nom prénom absents excusés apellidos apellido ausentes cognome assenti ' +
    'voornaam achternaam afwezig imię nazwisko nieobecni ' +
    'from to cc melder bearbeiter ansprechpartner ansprechpartnerin freigabe zeuge zeugin anwesend entschuldigt versicherter ' +
    'patientin kundin referenz anrufer anruferin von an autor verfasser demandeur témoin présents visa responsable contrôleur solicitante testigo asistentes ' +
    'autor autora richiedente testimone presenti autore melder getuige aanwezig akkoord auteur zgłaszający świadek obecni ' +
    'zatwierdził od do da para de à testemunha presentes',
);
/** Roles of heads of messages, which departments have as well. */
const mailRoles = setOf('from to cc von an de da do od para à');
/** Nouns for people that stand before a name without a colon. */
const roleNouns = setOf(
  'ansprechpartner ansprechpartnerin sachbearbeiter sachbearbeiterin mandant mandantin mieter mieterin patient patientin ' +
    'kontoinhaber kontoinhaberin hausarzt hausärztin huurder huurster tenant patiente locataire inquilino inquilina paciente paziente najemca najemczyni pacjent pacjentka',
);
/** Nouns for relatives, neighbours and colleagues, directly before a name. */
const kinNouns = setOf(
  'husband wife mann son daughter brother sister mother father uncle aunt cousin neighbour neighbor colleague boss friend partner ' +
    'grandmother grandfather nephew niece mum mom dad ehemann ehefrau sohn tochter bruder schwester mutter vater nachbar ' +
    'nachbarin kollege kollegin chefin freundin onkel tante neffe nichte enkel enkelin oma opa mari épouse fils fille frère ' +
    'sœur mère père voisin voisine collègue ami amie marido esposa hijo hija hermano hermana madre padre vecino vecina ' +
    'compañero compañera amigo amiga marito moglie figlio figlia fratello sorella vicino vicina collega amico zoon dochter ' +
    'broer zus moeder vader buurman buurvrouw vriendin mąż żona syn córka brat siostra matka ojciec sąsiad sąsiadka kolega ' +
    'koleżanka ' +
    // Other cases than the nominative.
    'sohnes bruders vaters mannes neffen enkels onkels freundes freundin nachbarn kollegen schwager schwägerin brata siostry ' +
    'siostrę syna córki córkę matki matkę ojca męża żony żonę sąsiada sąsiadki wnuk wnuka wnuczka wnuczki teściowa',
);
const notAddressed = setOf(
  'all team everyone everybody colleagues customer customers sir madam support there folks guys world damen herren zusammen ' +
    'grüsse oma opa mama papa kollegen kolleginnen kollege kunde kundin kunden leute grüße gruß tous toutes client collègues todos todas cliente ' +
    'señores tutti signori colleghi klant allen allemaal państwo wszyscy heer mevrouw',
);

/** Words between the names of a list. */
const conjunctions = setOf('and und et y e en i sowie');
const listedMax = 20;

/**
 * Labels the names that their place gives away: behind titles (title included), behind greetings at the start of
 * a line, below the end of a letter, behind a role and a colon or a time, before an address of mail, and behind
 * an initial.
 */
export function labelAddressed(
  text: string,
  tokens: Tokens,
  around: Surroundings,
  marks: PlacedLabels,
): void {
  const { labels } = marks;
  for (let index = 0; index < tokens.count; index++) {
    const shape = tokens.shape[index]! & ~foreign;
    if (shape === upperOne) {
      labelInitialed(text, tokens, around, marks, index);
      labelShortened(tokens, around, marks, index);
    }
    if (shape !== title && shape !== titleShort) continue;
    if ((around.line[index]! & aboutGoods) !== 0 || labels[index] === address) continue;
    if (isPlaceOfName(text, tokens, index)) labelPlaced(text, tokens, marks, index);
    else if (isBehindKin(text, tokens, index)) labelKin(text, tokens, marks, index);
    else labelBehindParticles(text, tokens, marks, index);
    if (tokens.end[index]! - tokens.start[index]! > longestWord) continue;
    const word = wordAt(text, tokens, index);
    if (isTitle(word)) labelTitled(text, tokens, marks, index);
    else if (greetings.has(word) && startsLine(tokens, index)) labelGreeted(text, tokens, marks, index);
  }
}

/** Whether a word is a noun for people in a role, which is no part of the name behind it. */
export const isRole = (text: string, tokens: Tokens, index: number): boolean => {
  const word = wordAt(text, tokens, index);
  return roles.has(word) || roleNouns.has(word) || kinNouns.has(word);
};

/** Whether a word is a noun for a relative, a neighbour or a colleague. */
export const isKin = (text: string, tokens: Tokens, index: number): boolean =>
  kinNouns.has(wordAt(text, tokens, index));

const startsLine = ({ shape }: Tokens, index: number): boolean =>
  index === 0 || shape[index - 1] === newline || shape[index - 1] === blankLine;

function labelGreeted(text: string, tokens: Tokens, marks: PlacedLabels, index: number): void {
  if (marks.labels[index] === person) marks.labels[index] = 0;
  const end = nameEnd(tokens, index + 1);
  if (end === index + 1) return;
  const next = end < tokens.count ? tokens.word[end]! : 0;
  const closes = end >= tokens.count || endsOfGreeting.has(next) || tokens.shape[end]! <= blankLine;
  if (!closes) return;
  for (let at = index + 1; at < end; at++) {
    if (tokens.shape[at] === sign) continue;
    const word = wordAt(text, tokens, at);
    if (notAddressed.has(word) || startsWithTitle(text, tokens, at) || !mayBeName(tokens, at, rankOfRare))
      return;
  }
  labelPerson(marks, index + 1, end);
}

/** Whether a name may start at a token: below a closing formula, or behind a role or a time of a chat. */
function isPlaceOfName(text: string, tokens: Tokens, index: number): boolean {
  const { word, shape } = tokens;
  if (index === 0) return false;
  if (shape[index - 1] === newline || shape[index - 1] === blankLine) {
    const last = word[index - 2] === comma ? index - 3 : index - 2;
    return last >= 0 && shape[last]! > found && closings.has(wordAt(text, tokens, last));
  }
  if (word[index - 1] === colon && index > 1 && shape[index - 2]! > found) {
    const role = wordAt(text, tokens, index - 2);
    return roles.has(role);
  }
  if (word[index - 1] === dot && index > 1 && shape[index - 2]! > found)
    if (wordAt(text, tokens, index - 2) === 'gez') return true;
  if (shape[index - 1]! > found && roleNouns.has(wordAt(text, tokens, index - 1))) return true;
  return isBehindTime(tokens, index) !== null;
}

/** Whether a noun for a relative or the like stands directly before a token, or with a comma between. */
function isBehindKin(text: string, tokens: Tokens, index: number): boolean {
  const { word, shape } = tokens;
  const noun = word[index - 1] === comma ? index - 2 : index - 1;
  return noun >= 0 && shape[noun]! > found && kinNouns.has(wordAt(text, tokens, noun));
}

/** Labels the words with capitals behind a noun for a relative, none of which is a word of the language. */
function labelKin(text: string, tokens: Tokens, marks: PlacedLabels, index: number): void {
  const end = nameEnd(tokens, index);
  for (let at = index; at < end; at++) {
    if (tokens.shape[at]! <= found || isInitial(tokens, at) || isShortLower(tokens, at)) continue;
    if (notAddressed.has(wordAt(text, tokens, at)) || !mayBeName(tokens, at, rankOfNone)) return;
    if ((tokens.bits[at]! & (WORD.organization | nameBits)) === WORD.organization) return;
  }
  labelPerson(marks, index, end);
}

/** Start of the time of day before a token, at the start of a line; null for none. */
function isBehindTime({ word, shape }: Tokens, index: number): number | null {
  let at = index - 1;
  while (at > 1 && (word[at] === bracket || word[at] === hyphen)) at--;
  const isTime = at >= 2 && isTwoDigits(shape[at]!) && word[at - 1] === colon && isTwoDigits(shape[at - 2]!);
  if (!isTime) return null;
  const before = shape[at - 3];
  const starts = at === 2 || before === newline || before === blankLine || word[at - 3] === openBracket;
  return starts ? at - 2 : null;
}

const isTwoDigits = (shape: number): boolean => shape === SHAPE.digitsOne || shape === SHAPE.digitsOne + 1;

/** Labels up to three words that end where a name ends: at a sign, the line, or before a found value. */
function labelPlaced(text: string, tokens: Tokens, marks: PlacedLabels, index: number): void {
  const end = nameEnd(tokens, index);
  const isChat = isBehindTime(tokens, index) !== null;
  const next = tokens.word[end] ?? 0;
  const closes = end >= tokens.count || tokens.shape[end]! <= found;
  if (end === index || !closes || (isChat && next !== colon)) return;
  for (let at = index; at < end; at++) {
    if (tokens.shape[at] === sign || isInitial(tokens, at) || isShortLower(tokens, at)) continue;
    if (notAddressed.has(wordAt(text, tokens, at)) || !mayBeName(tokens, at, rankOfRare)) return;
    if ((tokens.bits[at]! & (WORD.organization | nameBits)) === WORD.organization) return;
  }
  if (end - index === 1 && tokens.word[index - 1] === colon && !isSingleName(text, tokens, index)) return;
  labelPerson(marks, index, end);
  if (tokens.word[index - 1] === colon && !mailRoles.has(wordAt(text, tokens, index - 2)))
    labelListed(text, tokens, marks, end);
}

/** Labels the names that follow one behind a role: `Anwesend: Bock, Lenz und Herbst`. */
function labelListed(text: string, tokens: Tokens, marks: PlacedLabels, behind: number): void {
  let from = behind;
  for (let names = 0; names < listedMax; names++) {
    if ((tokens.word[from] !== comma && !isJoint(text, tokens, from)) || from + 1 >= tokens.count) return;
    const end = nameEnd(tokens, from + 1);
    if (end === from + 1 || (end < tokens.count && tokens.shape[end]! > found && !isJoint(text, tokens, end)))
      return;
    for (let at = from + 1; at < end; at++) {
      if (tokens.shape[at]! <= found || isInitial(tokens, at)) continue;
      if (notAddressed.has(wordAt(text, tokens, at)) || !mayBeListed(tokens, at)) return;
    }
    labelPerson(marks, from + 1, end);
    from = end;
  }
}

const isJoint = (text: string, tokens: Tokens, index: number): boolean =>
  conjunctions.has(wordAt(text, tokens, index));

const mayBeListed = ({ bits }: Tokens, index: number): boolean =>
  (bits[index]! & nameBits) !== 0 || (bits[index]! & WORD.rankMask) === 0;

/**
 * Whether a single word behind a role and a colon is a name: a known one, or an unknown word behind a role that
 * only people have. `Von: Lager` is none.
 */
function isSingleName(text: string, tokens: Tokens, index: number): boolean {
  const bits = tokens.bits[index]!;
  if ((bits & nameBits) !== 0) return true;
  const isLong = tokens.end[index]! - tokens.start[index]! >= shortestName - 1;
  return (bits & WORD.rankMask) === 0 && isLong && !mailRoles.has(wordAt(text, tokens, index - 2));
}

/** Labels a given name and the initial of a family name behind it: `Svea M.` */
function labelShortened(tokens: Tokens, around: Surroundings, marks: PlacedLabels, index: number): void {
  const { word, bits, shape, start, end } = tokens;
  if (index === 0 || word[index + 1] !== dot || start[index + 1] !== end[index]) return;
  if ((around.line[index]! & aboutGoods) !== 0 || marks.labels[index - 1] === address) return;
  const isGiven = (bits[index - 1]! & WORD.firstName) !== 0 && (shape[index - 1]! & ~foreign) === title;
  if (isGiven && mayBeName(tokens, index - 1, rankOfRare)) labelPerson(marks, index - 1, index + 1);
}

/** Labels initials and the family name behind them, but no numbers of sections (`A. Introduction`). */
function labelInitialed(
  text: string,
  tokens: Tokens,
  around: Surroundings,
  marks: PlacedLabels,
  index: number,
): void {
  const { word, shape, bits } = tokens;
  if ((around.line[index]! & aboutGoods) !== 0 || marks.labels[index] === address) return;
  let at = index;
  while (at + 1 < tokens.count && isInitial(tokens, at) && word[at + 1] === dot) at += 2;
  const initialsEnd = at;
  while (at - initialsEnd < particlesMax && at + 1 < tokens.count && isParticle(text, tokens, at)) at++;
  if (at === index || initialsEnd === index || at >= tokens.count) return;
  const form = shape[at]! & ~foreign;
  if (form !== title && form !== mixedUpper) return;
  const before = index === 0 ? newline : shape[index - 1]! & ~foreign;
  // Abbreviations such as `z. B.`, and names whose given name was found.
  if (word[index - 1] === dot && index > 1 && (shape[index - 2]! & ~foreign) <= SHAPE.lowerShort) return;
  if (isInitialOfOthers(text, tokens, index, nameEnd(tokens, at))) return;
  const isName = (bits[at]! & WORD.lastName) !== 0;
  const rank = bits[at]! & WORD.rankMask;
  const isRare = rank === 0 || rank === rankOfRare || rank === rankOfRare + 1;
  const isSection = before === newline || before === blankLine;
  const isShort = tokens.end[at]! - tokens.start[at]! < shortestName;
  if (!isName && (!isRare || isSection || isShort)) return;
  if (isName && isSection && rank > 0 && rank < rankOfRare) return;
  const end = nameEnd(tokens, at);
  labelPerson(marks, index, Math.max(at + 1, Math.min(end, at + 3)));
}

/**
 * Whether an initial is part of a word, or belongs to a country or an organization: `Vol. A–K.`, `U.S. Securities`,
 * `T. Rowe Price International`, `K. Dictionaries Ltd.`
 *
 * @param to end of the words with capitals behind it
 */
export function isInitialOfOthers(text: string, tokens: Tokens, index: number, to: number): boolean {
  const { word, start, end, bits, count } = tokens;
  if (!isInitial(tokens, index)) return false;
  if (word[index - 1] === hyphen && start[index] === end[index - 1]) return true;
  const letters = [start[index]!, start[index]! - countryStep];
  if (letters.some((at) => at >= 0 && countries.test(text.slice(at, at + countryChars)))) return true;
  for (let at = index + 1; at <= Math.min(to, count - 1); at++)
    if ((bits[at]! & (WORD.organization | nameBits)) === WORD.organization) return true;
  return false;
}
