import { type Sheaf } from 'sheaf-client';

export type StepId = 'parse' | 'ask' | 'search';

/** Progress of a step that runs. */
export interface StepProgress {
  text: string;
  /** Share of it that is done, from 0 to 1; null while it is unknown. */
  share: number | null;
}

/** Result of a step, with the page that shows it. */
export interface StepResult {
  text: string;
  to: string;
  linkName: string;
}

/** A step of the first hour, done with sample data. */
export interface Step {
  id: StepId;
  title: string;
  about: string;
  /** Label of the button. */
  action: string;
  /** Permissions that its requests need. */
  rights: readonly string[];
  /** Whether the organization has done such a thing; null where the key may not see that. */
  isDone: (sheaf: Sheaf, signal: AbortSignal) => Promise<boolean>;
  run: (sheaf: Sheaf, report: (progress: StepProgress) => void) => Promise<StepResult>;
}

/** Permissions of product search that a key of documents has by a grant; each covers what a step needs. */
const grants: Readonly<Record<string, (right: string) => boolean>> = {
  'products-admin': () => true,
  'products-write': (right) => right !== 'keys.manage' && right !== 'audit.read',
  'products-search': (right) => ['search', 'browse', 'records.read'].includes(right),
};
const documentRights: readonly string[] = ['query', 'index', 'webhooks'];

/** Permissions of a step that a key lacks. */
export const missingRights = ({ rights }: Pick<Step, 'rights'>, permissions: readonly string[]): string[] =>
  rights.filter(
    (right) =>
      !permissions.includes(right) &&
      (documentRights.includes(right) || !permissions.some((grant) => grants[grant]?.(right) === true)),
  );

/** Share of a count that is done; null without a total. */
export const shareOf = (done: number, total: number | null | undefined): number | null =>
  total === null || total === undefined || total === 0 ? null : Math.min(1, done / total);
