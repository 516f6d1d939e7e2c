import type { PiiSpan } from '../engine';

const months =
  'jan(?:uary|uar|uari|vier|eiro)?|feb(?:ruary|ruar|ruari|braio|rero)?|f[eé]v(?:rier|ereiro)?|mar(?:ch|s|zo|ço|ts|ca)?|märz|maart|' +
  'apr(?:il|ile)?|avr(?:il)?|abr(?:il)?|may|mai|mei|mayo|maggio|maio|maja?|june?|juni|juin|junio|giugno|junho|' +
  'july?|juli|juillet|julio|luglio|julho|aug(?:ust|usti|ustus)?|ao[uû]t|ago(?:sto)?|sept?(?:ember|embre|tembre|iembre)?|' +
  'setembro|settembre|o[ckt]t(?:ober|obre|ubre)?|ottobre|outubro|nov(?:ember|embre|iembre|embro)?|' +
  'd[eé][czs](?:ember|embre|iembre|embro)?|dicembre|diciembre|enero|gennaio|stycznia|lutego|kwietnia|czerwca|lipca|' +
  'sierpnia|września|października|listopada|grudnia';
/** Dates that begin with a digit. */
const numberFirst = new RegExp(
  `(?:\\d{4} ?[-./] ?\\d{1,2} ?[-./] ?\\d{1,2}|[0-3]?\\d ?[-./] ?[0-3]?\\d ?[-./] ?(?:\\d{4}|\\d\\d)|` +
    `[0-3]?\\d(?:\\.|º|°|st|nd|rd|th|er)?(?:[ -]{1,2}(?:of |de |d')?|)(?:${months})\\.?,?(?: de| del)?[ -]{1,2}(?:\\d{4}|\\d\\d))(?![\\p{L}\\d])`,
  'iuy',
);
/** Characters behind the first number of a date. */
const dateGoesOn = /[-./ ,º°a-z]/i;
/** Day and year behind the name of a month, and the name before them. */
const behindMonth = /[0-3]?\d(?:st|nd|rd|th)?,? {1,2}\d{4}(?![\p{L}\d])/iuy;
const monthBefore = new RegExp(`(?<![\\p{L}\\d])(?:${months})\\.? {1,2}$`, 'iu');
const monthReach = 16;

const birthWords =
  '(?:date of |year of )?birth ?(?:date|day)?|birthday|born|d\\. ?o\\. ?b\\.?|dob|geb(?:oren|\\.(?:-?datum)?)?|geburts(?:datum|tag)|n[ée]e?|naissance|' +
  'nacid[oa]|nació|nacimiento|nat[oa]|nascita|nascid[oa]|nasceu|nascimento|geboorte(?:datum|dag)|ur\\.|urodzon[ya]|urodzenia|' +
  'född|fødselsdato|født|syntynyt|syntymäaika|doğum tarihi';
/** Words that announce a birth, and up to four short words or signs behind them. */
const birthBefore = new RegExp(
  `(?:(?<![\\p{L}\\d])(?:${birthWords})(?![\\p{L}\\d])[)\\]"']{0,2}\\s{0,2}[:=|,-]?\\s{0,2}["'(]?` +
    `(?:(?:is|was|on|in|the|am|le|el|il|op|em|dnia|den|ist|war|lautet|est|es|è|é|jest|of|patient|him|her|his|der|des|la|du|` +
    `r\\.|(?:in|à|a|en|em|w|te|zu) \\p{L}[\\p{L}.'-]{1,24}),?[ :]{1,2}){0,4}|(?<=[(,;]\\s?)\\* ?)$`,
  'iu',
);
const birthReach = 72;
/** Parts of the words above: a quick look before the long expression. */
const birthHint = /b(?:orn|irth)|d\. ?o|dob|geb|n[ée]|na[icst]|ur\.|urodz|f[öø]d|synt|doğ|\*/i;

/** The date of birth that starts at a run of digits, or at the month before it, behind words that announce it. */
export function birthDateAt(text: string, run: number, runEnd: number): PiiSpan | null {
  const length = runEnd - run;
  if (length > 4 || length === 3 || !dateGoesOn.test(text[runEnd] ?? '')) return null;
  numberFirst.lastIndex = run;
  let start = run;
  let found = length === 4 && !/[-./ ]/.test(text[runEnd] ?? '') ? undefined : numberFirst.exec(text)?.[0];
  if (found === undefined && length <= 2 && text[run - 1] === ' ') {
    behindMonth.lastIndex = run;
    const day = behindMonth.exec(text)?.[0];
    const month = day === undefined ? null : monthBefore.exec(text.slice(Math.max(0, run - monthReach), run));
    if (day === undefined || month === null) return null;
    start = run - month[0].length;
    found = month[0] + day;
  }
  if (found === undefined || /\d$/.test(text.slice(Math.max(0, start - 1), start))) return null;
  const before = text.slice(Math.max(0, start - birthReach), start);
  return birthHint.test(before) && birthBefore.test(before)
    ? { start, end: start + found.length, tag: 'DATE_OF_BIRTH' }
    : null;
}

const plateWords =
  '(?:licen[cs]e|number|registration) plates?|plates?(?: no\\.?| number)?|vehicle registration(?: number)?|' +
  'reg(?:istration)?\\.? (?:no\\.?|number)|(?:amtliches |kfz-?)?kennzeichen|immatriculation|immatriculée?|' +
  "plaque(?: d'immatriculation)?|matrícula|placas?|targa|kenteken|numer(?:ze|u)? rejestracyjny(?:m)?|numerze rejestracyjnym|nr rej\\.|rejestracja|" +
  'registreringsnummer';
/** Words that announce a plate, up to three short words behind them, and the letters before its digits. */
const plateBefore = new RegExp(
  `(?<![\\p{L}\\d])(?:${plateWords})(?![\\p{L}\\d])\\s{0,2}[:=#|]?\\s{0,2}["'(]?` +
    `(?:(?:is|ist|lautet|est|es|è|é|was|no|nr|number|jest|sous|le|con|of|the|car|my|reads?)\\.?[ :]{1,2}){0,3}["']?` +
    `([A-ZÄÖÜ]{1,3}(?:[- ]{1,2}[A-Z]{1,2})?[- ]?)?$`,
  'iu',
);
const plateReach = 56;
const plateHint = /plat|plac|plaq|kennz|matr|targa|kentek|rejestr|regist|reg\.? n/i;
const plate =
  /(?:[A-ZÄÖÜ]{1,3}[- ]{1,2}[A-Z]{1,2}[- ]?\d{1,4}[EH]?|[A-Z]{2}\d\d ?[A-Z]{3}|[A-Z]{2}[- ]?\d{3}[- ]?[A-Z]{2}|\d{4}[ -]?[A-Z]{3}|[A-Z\d]{1,3}-[A-Z\d]{2,3}-[A-Z\d]{1,3}|[A-Z]{1,3} ?[\dA-Z]{3,5}|\d{1,3} ?[A-Z]{2,3} ?\d{0,4})(?![\p{L}\d-])/uy;

/** The plate of a vehicle around a run of digits, behind words that announce it. */
export function plateAt(text: string, run: number, runEnd: number): PiiSpan | null {
  if (runEnd - run > 5 || !/[A-ZÄÖÜ]/.test(text.slice(Math.max(0, run - 3), runEnd + 2))) return null;
  const before = text.slice(Math.max(0, run - plateReach), run);
  const announced = plateHint.test(before) ? plateBefore.exec(before) : null;
  if (announced === null) return null;
  const start = run - (announced[1]?.length ?? 0);
  plate.lastIndex = start;
  const found = plate.exec(text)?.[0];
  if (found === undefined || !/\d/.test(found) || !/\p{L}/u.test(found)) return null;
  return { start, end: start + found.length, tag: 'LICENSE_PLATE' };
}
