const monthDays = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const form = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?(Z)?)?$/;

/**
 * The ISO 8601 form of a text that is a date or a date with a time of day (`2024-03-14`, `2024-03-14 10:30`,
 * `2024-03-14T10:30:00.5Z`), null for anything else. Two forms compare as strings in the order of time.
 */
export function isoDateOfText(text: string): string | null {
  if (text.length < 10 || text.length > 30 || text.charCodeAt(4) !== 45 || text.charCodeAt(7) !== 45)
    return null;
  const match = form.exec(text);
  if (match === null) return null;
  const [, year, month, day, hour, minute, second] = match.map(Number);
  if (month! < 1 || month! > 12 || day! < 1 || day! > monthDays[month! - 1]!) return null;
  if (month === 2 && day === 29 && (year! % 4 !== 0 || (year! % 100 === 0 && year! % 400 !== 0))) return null;
  if ((hour ?? 0) > 23 || (minute ?? 0) > 59 || (second ?? 0) > 59) return null;
  return text.replace(' ', 'T');
}
