import { capital, digits, type Filling, letters } from './filling';

/** A date in one of the usual forms. */
export function writeDate({ dice, local, english }: Filling, birth = false): string {
  const day = dice.between(1, 28);
  const month = dice.between(1, 12);
  const year = birth ? dice.between(1930, 2012) : dice.between(1975, 2030);
  const name = (dice.fraction() < 0.7 ? english : local).date.month();
  const two = (value: number) => String(value).padStart(2, '0');
  return dice.pick([
    () => `${year}-${two(month)}-${two(day)}`,
    () => `${month}/${day}/${year}`,
    () => `${two(month)}/${two(day)}/${year}`,
    () => `${two(day)}.${two(month)}.${year}`,
    () => `${day}.${month}.${year}`,
    () => `${day}/${month}/${two(year % 100)}`,
    () => `${two(day)}-${two(month)}-${year}`,
    () => `${name} ${day}, ${year}`,
    () => `${day} ${name} ${year}`,
    () => `${day}. ${name} ${year}`,
    () => `${name.slice(0, 3)} ${day} ${year}`,
    () => `${day}-${name.slice(0, 3)}-${year}`,
    () => `${day}th of ${name} ${year}`,
  ])();
}

export function writeUsername({ dice, local, english }: Filling): string {
  const first = simple(local.person.firstName()) || 'kim';
  const last = simple(local.person.lastName()) || 'lee';
  return dice.pick([
    () => `${first.charAt(0)}${last}`,
    () => `${first}.${last}`,
    () => `${first}_${last}${dice.between(1, 99)}`,
    () => `${first}${dice.between(1, 2010)}`,
    () => `${last}${first.charAt(0)}${dice.between(1, 9)}`,
    () => english.internet.username(),
    () => `${simple(english.word.adjective())}${capital(simple(english.word.noun()))}${dice.between(1, 999)}`,
    () => `${simple(english.word.noun())}_${simple(english.word.noun())}`,
    () => `x${letters(dice, 2).toLowerCase()}${digits(dice, 4)}`,
  ])();
}

/** A name in ASCII letters of lower case; empty for scripts that have none. */
export const simple = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/[^A-Za-z]/g, '')
    .toLowerCase();

export function writeRecordNumber({ dice }: Filling): string {
  return dice.pick([
    () => digits(dice, dice.between(5, 10)),
    () => `${letters(dice, dice.between(1, 3))}${digits(dice, dice.between(4, 8))}`,
    () => `${digits(dice, 3)}-${digits(dice, 2)}-${digits(dice, 3)}`,
    () => `MR-${digits(dice, 6)}`,
    () => `${letters(dice, 2)}-${digits(dice, 4)}/${digits(dice, 2)}`,
  ])();
}

export function partNumber({ dice }: Filling): string {
  return dice.pick([
    () => `${letters(dice, dice.between(1, 3))}${digits(dice, dice.between(2, 6))}`,
    () => `${letters(dice, 2)}-${digits(dice, dice.between(3, 5))}`,
    () => `${digits(dice, dice.between(3, 6))}-${letters(dice, 2)}`,
    () => `${letters(dice, 1)}${digits(dice, 2)}${letters(dice, 2)}${digits(dice, 3)}`,
    () => `${digits(dice, 2)}.${digits(dice, 3)}.${digits(dice, 2)}`,
  ])();
}

export function writeAmount({ dice }: Filling): string {
  const value = (dice.fraction() * 10 ** dice.between(1, 5)).toFixed(2);
  return dice.pick([`$${value}`, `${value} EUR`, `€ ${value}`, `${value} USD`, `£${value}`]);
}
