import { type components } from 'sheaf-client';

type Request = components['schemas']['ProductImportRequest'];
export type Provider = Request['provider'];

/** The sources, and which file their form needs besides the records. */
export const providers: readonly { provider: Provider; name: string; layout: 'settings' | 'schema' }[] = [
  { provider: 'algolia', name: 'Algolia, over its API', layout: 'settings' },
  { provider: 'algolia_export', name: 'Export of Algolia', layout: 'settings' },
  { provider: 'typesense_export', name: 'Export of Typesense', layout: 'schema' },
  { provider: 'meilisearch_export', name: 'Export of Meilisearch', layout: 'settings' },
];

/** Values of the form of an import. */
export interface ImportDraft {
  provider: Provider;
  target: string;
  /** Fields for an application of Algolia. */
  appId: string;
  apiKey: string;
  sourceIndex: string;
  /** Fields for an export. */
  file: File | null;
  primaryKey: string;
  takesRecords: boolean;
  takesSettings: boolean;
  builds: boolean;
}

export const emptyImportDraft: ImportDraft = {
  provider: 'algolia',
  target: '',
  appId: '',
  apiKey: '',
  sourceIndex: '',
  file: null,
  primaryKey: '',
  takesRecords: true,
  takesSettings: true,
  builds: true,
};

/**
 * The request for a draft.
 *
 * @param records id of the uploaded file; empty for an application
 * @param layout settings or schema of the source; null for none
 */
export function importOf(
  draft: ImportDraft,
  records: string,
  layout: Record<string, unknown> | null,
): Request {
  const { provider, target, appId, apiKey, sourceIndex, primaryKey } = draft;
  const shared = {
    target,
    include: { records: draft.takesRecords, settings: draft.takesSettings, synonyms: false, rules: false },
    build: draft.builds,
  };
  switch (provider) {
    case 'algolia':
      return { provider, app_id: appId, api_key: apiKey, index: sourceIndex, ...shared };
    case 'algolia_export':
      return { provider, records, ...shared, ...(layout !== null && { settings: layout }) };
    case 'typesense_export':
      return { provider, records, ...shared, ...(layout !== null && { schema: layout }) };
    case 'meilisearch_export':
      return {
        provider,
        records,
        ...shared,
        ...(layout !== null && { settings: layout }),
        ...(primaryKey !== '' && { primary_key: primaryKey }),
      };
  }
}
