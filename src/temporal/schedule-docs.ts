import { SCHEDULES } from './schedules';

/**
 * The schedules of every installation as a Markdown table; `npm run docs` writes it into docs/operations.md.
 * A schedule, its workflow type and the workflow id share one name.
 */
export function scheduleTable(): string {
  const rows = SCHEDULES.map(({ name, everyMs, task }) => {
    const every = everyMs < 60_000 ? `${everyMs / 1_000} seconds` : `${everyMs / 60_000} minutes`;
    return `| \`${name}\` | ${every} | ${task} |`;
  });
  return ['| Schedule and workflow type | Every | What a run does |', '|---|---|---|', ...rows].join('\n');
}
