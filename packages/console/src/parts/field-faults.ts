import { SheafError } from 'sheaf-client';

/** Faults of the members of a refused body, by path without `body.`, such as `settings.facets`. */
export type FieldFaults = ReadonlyMap<string, string>;

/** The invalid members that a refusal names; empty for any other error. */
export function fieldFaultsOf(error: unknown): FieldFaults {
  if (!(error instanceof SheafError)) return new Map();
  const { code, details } = error;
  // Refusals of filters have their path in `details`.
  if (code === 'invalid_metadata_filter' && isObject(details) && typeof details.path === 'string')
    return new Map([[`filter.${details.path}`, String(details.reason)]]);
  if (!Array.isArray(details)) return new Map();
  return new Map(
    details.flatMap((fault: unknown): [string, string][] => {
      const path = pathOf(fault);
      const message = messageOf(fault);
      return path === null || message === null ? [] : [[path.replace(/^body\.?/, ''), message]];
    }),
  );
}

/** The faults of a member and of all members below it, as sentences; undefined for none. */
export function problemAt(faults: FieldFaults, path: string): string | undefined {
  const found = [...faults].filter(([at]) => at === path || at.startsWith(`${path}.`));
  if (found.length === 0) return undefined;
  return found
    .map(([at, message]) => (at === path ? message : `${at.slice(path.length + 1)} ${message}`))
    .join('; ');
}

function pathOf(fault: unknown): string | null {
  if (!isObject(fault)) return null;
  if (typeof fault.path === 'string') return fault.path;
  return Array.isArray(fault.loc) ? fault.loc.join('.') : null;
}

function messageOf(fault: unknown): string | null {
  if (!isObject(fault)) return null;
  const { message, msg } = fault;
  if (typeof message === 'string') return message;
  return typeof msg === 'string' ? msg : null;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
