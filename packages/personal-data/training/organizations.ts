import { capital, type Filling, letters } from './filling';
import { thing, word } from './words';

export function writeOrganization(filling: Filling): string {
  const { dice, local, english } = filling;
  return dice.pick([
    () => local.company.name(),
    () => english.company.name(),
    () =>
      `${local.person.lastName()} ${dice.pick(['Ltd', 'Ltd.', 'Inc', 'Inc.', 'GmbH', 'AG', 'S.A.', 'Group', 'LLC', 'Corp.', '& Sons', 'Bank', 'Holdings', 'Partners'])}`,
    () => `${local.person.lastName()} & ${local.person.lastName()}`,
    () =>
      `${capital(word(filling))}${dice.pick(['', 'ly', 'soft', 'tech', 'ify', ' Labs', ' Systems', ' Media', ' Energy'])}`,
    () =>
      `${capital(word(filling))} ${capital(word(filling))} ${dice.pick(['Inc.', 'Ltd', 'Group', 'Company', 'Foundation', 'Association', 'Society', 'Club'])}`,
    () =>
      `${dice.pick(['University', 'Ministry', 'Bank', 'Department', 'Museum', 'Institute'])} of ${dice.fraction() < 0.5 ? placeName(filling) : capital(thing(filling))}`,
    () =>
      `${placeName(filling)} ${dice.pick(['University', 'Hospital', 'Airlines', 'Bank', 'City Council', 'Times', 'United', 'Consulting Group', 'Insurance'])}`,
    () => letters(dice, dice.between(2, 4)),
    () => `${capital(word(filling))}.${dice.pick(['com', 'io', 'net'])}`,
    () => `${dice.between(1, 9)}${capital(word(filling))}`,
  ])();
}

export function placeName({ dice, local, english }: Filling): string {
  return dice.pick([
    () => local.location.city(),
    () => local.location.country(),
    () => english.location.country(),
    () => english.location.city(),
    () => english.location.state(),
  ])();
}

export const city = (filling: Filling): string =>
  (filling.dice.fraction() < 0.6 ? filling.local : filling.english).location.city();
