import { capital, type Filling, letters } from './filling';
import { listedCities } from './listed-cities';
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

export function city({ dice, local, english, language }: Filling): string {
  const source = dice.fraction();
  const listed = listedCities().get(language);
  if (listed !== undefined && source < 0.4) return dice.pick(listed);
  return (source < 0.75 ? local : english).location.city();
}

const trades: Readonly<Record<string, string>> = {
  de: 'Schreinerei Bäckerei Elektro Malerbetrieb Autohaus Spedition Metzgerei Dachdeckerei Reisebüro Fahrschule Kanzlei Gärtnerei Firma Sanitär Möbelhaus Hotel Gasthof Apotheke',
  en: 'Bakery Garage Removals Dental Motors Plumbing Roofing Travel Estates Catering Solicitors',
  fr: 'Transports Boulangerie Garage Menuiserie Établissements Maison Pharmacie Cabinet Société Plomberie Hôtel',
  es: 'Transportes Panadería Talleres Carpintería Bodegas Farmacia Gestoría Construcciones Reformas Hotel',
  it: 'Trasporti Panificio Officina Falegnameria Farmacia Studio Autoscuola Edilizia Ristorante Hotel',
  nl: 'Bouwbedrijf Bakkerij Garage Installatiebedrijf Schildersbedrijf Notariskantoor Apotheek Slagerij Hotel',
  pl: 'Piekarnia Warsztat Stolarnia Apteka Kancelaria Przychodnia Restauracja Hotel Firma Transport',
};

/** A firm that has the name of a family behind or before its trade: `Schreinerei Huber`. */
export function writeFirm(filling: Filling): string {
  const { dice, local, language } = filling;
  const trade = dice.pick((trades[language] ?? trades.en!).split(' '));
  return language === 'en' ? `${local.person.lastName()} ${trade}` : `${trade} ${local.person.lastName()}`;
}
