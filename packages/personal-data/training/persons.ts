import type { Filling } from './filling';

const TITLES = 'Mr. Mrs. Ms. Dr. Prof. Mr Mrs Ms Dr Miss Sir Herr Frau Mme Monsieur Madame Sra. Sr.'.split(
  ' ',
);
const SUFFIXES = ['MD', 'PhD', 'Jr.', 'Jr', 'Sr.', 'III', 'II', 'DDS', 'Esq.', 'MBA'];
const particles = ['van', 'van der', 'von', 'de', 'de la', 'di', 'da', 'bin', 'al', 'Mac', 'St.'];

/** A name behind a title, which is a part of it. */
export function writeTitled({ dice, local }: Filling): string {
  const first = dice.fraction() < 0.4 ? `${local.person.firstName()} ` : '';
  return `${dice.pick(TITLES)} ${first}${local.person.lastName()}`;
}

/** The name of a person in one of the usual forms. */
export function writePerson(filling: Filling): string {
  const { dice, local } = filling;
  const first = () => local.person.firstName();
  const last = () => local.person.lastName();
  const initial = () => `${first().charAt(0)}.`;
  const form = dice.fraction();
  if (form < 0.28) return first();
  if (form < 0.62) return `${first()} ${last()}`;
  if (form < 0.72) return last();
  if (form < 0.8) return writeTitled(filling);
  if (form < 0.82) return `${first()} ${last()}${dice.pick([' ', ', '])}${dice.pick(SUFFIXES)}`;
  if (form < 0.87) return `${first()} ${initial()} ${last()}`;
  if (form < 0.9) return `${initial()} ${last()}`;
  if (form < 0.93) return `${first()} ${last()}-${last()}`;
  if (form < 0.95) return `${first()} ${first()} ${last()}`;
  if (form < 0.98) return `${first()} ${dice.pick(particles)} ${last()}`;
  return `${first()}-${first().toLowerCase()} ${last()}`;
}
