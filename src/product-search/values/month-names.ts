import { foldText } from '../words/words';

const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt'];
/** Usual spellings that the tables of ICU lack. */
const FURTHER: readonly (readonly [name: string, month: number])[] = [
  ['mrz', 3], ['maerz', 3], ['sept', 9], ['set', 9], ['okt', 10], ['janner', 1], ['feber', 2], ['fev', 2], ['avr', 4],
]; // prettier-ignore

/** Names of months in the seven languages and their short forms, without accents and points: 1 to 12. */
const months = new Map<string, number>(FURTHER);
for (const language of LANGUAGES)
  for (const length of ['long', 'short'] as const) {
    const format = new Intl.DateTimeFormat(language, { month: length, timeZone: 'UTC' });
    for (let month = 1; month <= 12; month++)
      months.set(foldText(format.format(Date.UTC(2024, month - 1, 15))).replace('.', ''), month);
  }

/** The number of a month by its folded name, 1 to 12; undefined for other words. */
export function monthOf(name: string): number | undefined {
  return months.get(name);
}
