import { z } from 'zod';
import { parseMoment, parseMomentUp } from '../../../src/domain/platform/moment';

const described = 'ISO 8601 date or timestamp, UTC when it has no offset.';
const examples = ['2026-11-01', '2026-11-20T19:15:38.226Z'];

/** A time in a query string. The plus sign of an offset that was not escaped arrives as a space. */
function momentBy(read: (text: string) => number | null) {
  return z
    .string()
    .transform((text, issues) => {
      const ms = read(text.replace(/ (?=\d\d:\d\d$)/, '+'));
      if (ms === null) issues.addIssue({ code: 'custom', message: 'must be an ISO 8601 date or timestamp' });
      return new Date(ms ?? 0);
    })
    .describe(described)
    .meta({ examples });
}

/** An inclusive beginning, or an exclusive end, of a span of times in whole milliseconds. */
export const moment = momentBy(parseMomentUp);

/** An inclusive end of such a span. */
export const lastMoment = momentBy(parseMoment);
