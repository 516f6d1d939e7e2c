import { Field } from '../../parts/field';
import { type OcrLanguage, OcrLanguageField } from '../../parts/ocr-language-field';
import { type IndexOptions } from './use-indexing';

export interface OptionFields {
  processingType: 'basic' | 'advanced';
  ocrLanguage: OcrLanguage;
  existing: 'skip' | 'overwrite' | 'add';
  withTags: boolean;
  withHiddenSheets: boolean;
  isMasked: boolean;
  /** Whether ages of persons are masked too. */
  withAges: boolean;
  /** Custom metadata as JSON; empty for none. */
  metadata: string;
}

export const initialFields: OptionFields = {
  processingType: 'basic',
  ocrLanguage: 'auto',
  existing: 'skip',
  withTags: false,
  withHiddenSheets: true,
  isMasked: false,
  withAges: false,
  metadata: '',
};

/** Options for the API, or the fault of the metadata. */
export function optionsOf(fields: OptionFields): { options: IndexOptions; problem: string | undefined } {
  const metadata = readObject(fields.metadata);
  return {
    options: {
      processing_type: fields.processingType,
      ocr_language: fields.ocrLanguage,
      skip_existing: fields.existing === 'skip',
      overwrite_existing: fields.existing === 'overwrite',
      include_tags_summary: fields.withTags,
      include_hidden_sheets: fields.withHiddenSheets,
      ...(fields.isMasked && {
        mask_pii: true,
        pii_include_near: true,
        ...(fields.withAges && { pii_include_tags: ['AGE'] }),
      }),
      ...(metadata.value !== undefined && { custom_metadata: metadata.value }),
    },
    problem: metadata.problem,
  };
}

function readObject(text: string): { value?: Record<string, unknown>; problem: string | undefined } {
  if (text.trim() === '') return { problem: undefined };
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return { value: value as Record<string, unknown>, problem: undefined };
  } catch {
    // The message below covers every text that is not an object.
  }
  return { problem: 'It has to be a JSON object, such as {"year": 2026}.' };
}

export function IndexOptionFields(props: {
  fields: OptionFields;
  change: (fields: OptionFields) => void;
  problem: string | undefined;
}) {
  const { fields, change, problem } = props;
  return (
    <div className="index-options">
      <Field label="Pictures of pages">
        {(control) => (
          <select
            {...control}
            value={fields.processingType}
            onChange={(event) => {
              change({ ...fields, processingType: event.target.value as OptionFields['processingType'] });
            }}
          >
            <option value="basic">basic: read where a page has no text</option>
            <option value="advanced">advanced: read on every page</option>
          </select>
        )}
      </Field>
      <OcrLanguageField
        value={fields.ocrLanguage}
        onChange={(ocrLanguage) => {
          change({ ...fields, ocrLanguage });
        }}
      />
      <Field label="Files that are there already">
        {(control) => (
          <select
            {...control}
            value={fields.existing}
            onChange={(event) => {
              change({ ...fields, existing: event.target.value as OptionFields['existing'] });
            }}
          >
            <option value="skip">skip those of the same content</option>
            <option value="overwrite">put in the place of those of the same name</option>
            <option value="add">add as further documents</option>
          </select>
        )}
      </Field>
      <label>
        <input
          type="checkbox"
          checked={fields.withTags}
          onChange={(event) => {
            change({ ...fields, withTags: event.target.checked });
          }}
        />{' '}
        Tags and a summary, by a model
      </label>
      <label>
        <input
          type="checkbox"
          checked={fields.withHiddenSheets}
          onChange={(event) => {
            change({ ...fields, withHiddenSheets: event.target.checked });
          }}
        />{' '}
        Hidden sheets of workbooks
      </label>
      <MaskingFields fields={fields} change={change} />
      <Field label="Custom metadata of each document" problem={problem}>
        {(control) => (
          <textarea
            {...control}
            className="code"
            rows={2}
            spellCheck={false}
            placeholder='{"year": 2026}'
            value={fields.metadata}
            onChange={(event) => {
              change({ ...fields, metadata: event.target.value });
            }}
          />
        )}
      </Field>
    </div>
  );
}

function MaskingFields(props: { fields: OptionFields; change: (fields: OptionFields) => void }) {
  const { fields, change } = props;
  return (
    <>
      <label>
        <input
          type="checkbox"
          checked={fields.isMasked}
          onChange={(event) => {
            change({ ...fields, isMasked: event.target.checked });
          }}
        />{' '}
        Mask personal data, with a report to review
      </label>
      {fields.isMasked && (
        <label>
          <input
            type="checkbox"
            checked={fields.withAges}
            onChange={(event) => {
              change({ ...fields, withAges: event.target.checked });
            }}
          />{' '}
          Ages of persons too
        </label>
      )}
    </>
  );
}
