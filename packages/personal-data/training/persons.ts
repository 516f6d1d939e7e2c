import { capital, type Filling } from './filling';
import { languageLists, type ListedLanguage, listedLanguages } from './zxcvbn-lists';
import { polishCases } from './polish-names';
import { wideNames } from './wide-names';
import { pickWorldNames } from './world-names';

const TITLES = (
  'Mr.|Mrs.|Ms.|Dr.|Prof.|Mr|Mrs|Ms|Dr|Miss|Sir|Herr|Frau|Mme|Monsieur|Madame|Sra.|Sr.|Herr|Frau|Herrn|Hr.|Fr.|' +
  'Prof. Dr.|Herr Dr.|Frau Dr.|Frau Prof.|Dipl.-Ing.|Mag.|Señor|Señora|Don|Doña|Srta.|Sig.|Sig.ra|Signor|Signora|' +
  'Dott.|Dott.ssa|Avv.|Ing.|Mlle|Me|Maître|M.|Dhr.|Mevr.|Mevrouw|De heer|Pan|Pani|Dra.|Rev.|Capt.|Sgt.|Judge|Professor|' +
  'Doctor|Nurse|Officer'
).split('|');
const SUFFIXES = ['MD', 'PhD', 'Jr.', 'Jr', 'Sr.', 'III', 'II', 'DDS', 'Esq.', 'MBA'];
const particles = ['van', 'van der', 'von', 'de', 'de la', 'di', 'da', 'bin', 'al', 'Mac', 'St.'];

/** Shares of names of countries without a locale, of the wide lists, and of the lists of the language. */
const worldShare = 0.2;
const wideShare = 0.15;
const listedShare = 0.15;
/** Family names of a language that are taken, frequent ones first. */
const familiesTaken = 8000;

let lists: { given: readonly string[]; family: readonly string[] } | undefined;

function wideLists(): { given: readonly string[]; family: readonly string[] } {
  const { given, family } = wideNames();
  return (lists ??= { given: [...given.keys()], family: [...family] });
}

/** A given and a family name: of the locale, or of a country without one. */
function pickNames(filling: Filling): { given: string; family: string; isFamilyFirst: boolean } {
  const { dice } = filling;
  const source = dice.fraction();
  if (source < worldShare) return pickWorldNames(dice);
  if (source < worldShare + wideShare) {
    const { given, family } = wideLists();
    return { given: capital(dice.pick(given)), family: capital(dice.pick(family)), isFamilyFirst: false };
  }
  return { given: givenName(filling), family: familyName(filling), isFamilyFirst: false };
}

const isListed = (language: string): language is ListedLanguage =>
  (listedLanguages as readonly string[]).includes(language);

/** A given name of the locale, or of the list of its language. */
export function givenName({ dice, local, language }: Filling): string {
  return isListed(language) && dice.fraction() < listedShare
    ? capital(dice.pick(languageLists(language).given))
    : local.person.firstName();
}

/** A family name of the locale, or of the list of its language. */
export function familyName({ dice, local, language }: Filling): string {
  if (!isListed(language) || dice.fraction() >= listedShare) return local.person.lastName();
  const { family } = languageLists(language);
  return capital(family[Math.floor(Math.min(familiesTaken, family.length) * dice.fraction())]!);
}

/** A name behind a title, which is a part of it. */
export function writeTitled(filling: Filling): string {
  const { dice } = filling;
  const { given, family } = pickNames(filling);
  const form = dice.fraction();
  const first = form < 0.35 ? `${given} ` : form < 0.45 ? `${given.charAt(0)}. ` : '';
  return `${dice.pick(TITLES)} ${first}${family}`;
}

/** A name with initials in place of given names. */
export function writeInitialed(filling: Filling): string {
  const { dice } = filling;
  const { given, family } = pickNames(filling);
  const initial = given.charAt(0).toUpperCase();
  const other = dice.pick(Array.from('ABCDEFGHJKLMNPRSTW'));
  return dice.pick([
    () => `${initial}. ${family}`,
    () => `${initial}. ${family}`,
    () => `${initial}. ${other}. ${family}`,
    () => `${initial}.${other}. ${family}`,
    () => `${initial} ${family}`,
    () => `${family}, ${initial}.`,
  ])();
}

/** The name of a person in one of the usual forms. */
export function writePerson(filling: Filling): string {
  const { dice } = filling;
  const { given, family, isFamilyFirst } = pickNames(filling);
  const other = pickNames(filling);
  const form = dice.fraction();
  if (form < 0.25) return given;
  if (form < 0.6) return isFamilyFirst ? `${family} ${given}` : `${given} ${family}`;
  if (form < 0.69) return family;
  if (form < 0.78) return writeTitled(filling);
  if (form < 0.8) return `${given} ${family}${dice.pick([' ', ', '])}${dice.pick(SUFFIXES)}`;
  if (form < 0.84) return `${given} ${other.given.charAt(0)}. ${family}`;
  if (form < 0.9) return writeInitialed(filling);
  if (form < 0.93) return `${given} ${family}-${other.family}`;
  if (form < 0.96) return `${given} ${other.given} ${family}`;
  if (form < 0.98) return `${given} ${dice.pick(particles)} ${family}`;
  return `${given}-${other.given.toLowerCase()} ${family}`;
}

/** A name in another case than the nominative: Polish cases, or a genitive with an `s`. */
export function writeInflected(filling: Filling): string {
  const { dice, local, language } = filling;
  const given = local.person.firstName();
  if (language !== 'pl') return dice.fraction() < 0.6 ? `${given}s` : `${given} ${local.person.lastName()}s`;
  const inflect = (name: string, at: number): string => polishCases(name)[at] ?? name;
  const at = dice.between(0, 3);
  const form = dice.fraction();
  const family = inflect(local.person.lastName(), at);
  if (form < 0.4) return inflect(given, at);
  return form < 0.85 ? `${inflect(given, at)} ${family}` : family;
}
