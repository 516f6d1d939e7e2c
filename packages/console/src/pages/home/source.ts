import { type UseQueryResult } from '@tanstack/react-query';
import { isForbidden } from '../../data/refusals';

/** A read of the start page, by what it reads. */
export interface Source {
  /** Plural, for sentences, such as `parse jobs`. */
  name: string;
  query: UseQueryResult;
}

/** Whether all sources have answered, with data or with a failure. */
export const isRead = (sources: readonly Source[]): boolean => sources.every(({ query }) => !query.isPending);

/** Names of the sources that the key of the session may not see, each once. */
export const hiddenNames = (sources: readonly Source[]): string[] => [
  ...new Set(sources.filter(({ query }) => isForbidden(query.error)).map(({ name }) => name)),
];

/** Sources that have failed and have no earlier data to show. */
export const failedSources = (sources: readonly Source[]): Source[] =>
  sources.filter(
    ({ query }) => query.data === undefined && query.error !== null && !isForbidden(query.error),
  );
