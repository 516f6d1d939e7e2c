import { Field } from '../../../parts/field';
import { TextField } from '../../../parts/text-field';
import { type ImportDraft } from './import-draft';

interface SourceProps {
  draft: ImportDraft;
  set: (members: Partial<ImportDraft>) => void;
  problemOf: (member: string) => string | undefined;
}

/** Fields for the connection to an application of Algolia. */
export function ApplicationFields({ draft, set, problemOf }: SourceProps) {
  return (
    <>
      <TextField
        label="Id of the application"
        required
        problem={problemOf('app_id')}
        value={draft.appId}
        onChange={(appId) => {
          set({ appId });
        }}
      />
      <Field
        label="API key"
        hint="With the rights browse and settings. It is kept sealed while the job runs, and nowhere afterwards"
        problem={problemOf('api_key')}
      >
        {(control) => (
          <input
            {...control}
            type="password"
            required
            autoComplete="off"
            value={draft.apiKey}
            onChange={({ target: { value: apiKey } }) => {
              set({ apiKey });
            }}
          />
        )}
      </Field>
      <TextField
        label="Index at the provider"
        required
        problem={problemOf('index')}
        value={draft.sourceIndex}
        onChange={(sourceIndex) => {
          set({ sourceIndex });
        }}
      />
    </>
  );
}

/** Fields for the file of an export, and for the second file that some exports need. */
export function ExportFields({ draft, set, problemOf }: SourceProps) {
  return (
    <>
      <Field label="File of records" hint="A JSON array of records, or NDJSON" problem={problemOf('records')}>
        {(control) => (
          <input
            {...control}
            type="file"
            required
            accept=".json,.ndjson,.jsonl"
            onChange={({ target: { files } }) => {
              set({ file: files?.[0] ?? null });
            }}
          />
        )}
      </Field>
      {draft.provider === 'meilisearch_export' && (
        <TextField
          label="Primary key"
          hint="Left empty, the only member whose name ends with id"
          problem={problemOf('primary_key')}
          value={draft.primaryKey}
          onChange={(primaryKey) => {
            set({ primaryKey });
          }}
        />
      )}
    </>
  );
}
