import { type components } from 'sheaf-client';

type ProductJob = components['schemas']['ProductJob'];
type Fault = NonNullable<ProductJob['error_code']>;

const again = 'Try once more. If it fails again, give the id of the job to an operator.';

/** Next step after a failed job; null where the sentence of the fault has it. */
const advice: Readonly<Record<Fault, string | null>> = {
  BAD_VALUES: 'Correct the values below, or give the field another type in the settings; then build again.',
  BUILD_QUALITY: 'The checks below say what was missing. What was served before is served still.',
  NO_RECORDS: 'Upload records, then build.',
  CANCELLED: null,
  ENGINE_ERROR: again,
  DELETE_FAILED: again,
  EXTERNAL_APP_NOT_FOUND: 'Correct the id of the application.',
  EXTERNAL_UNREACHABLE: 'The provider cannot be reached: import again later.',
  EXTERNAL_INDEX_NOT_FOUND: 'Correct the name of the index at the provider.',
  EXTERNAL_FORBIDDEN: 'Give an API key of the provider with browse and settings for the index.',
  EXTERNAL_TIMEOUT: 'The provider does not answer in time: import again later.',
  EXTERNAL_ERROR: 'The provider answers with faults: import again later.',
  INDEX_TOO_LARGE: 'Import a part of the source: an index takes 1,000,000 records of an import.',
  VALIDATION_ERROR: 'Correct the exported file, then import it again.',
  IMPORT_FAILED: 'Nothing was changed. Import again.',
};

/** Reason of a failed job and the next step; nothing for others. */
export function ProductJobFailure({ job: { error, error_code: code } }: { job: ProductJob }) {
  if (error === null && code === null) return null;
  const step = code === null ? null : advice[code];
  return (
    <div className="fault">
      <p role="alert" className="problem">
        {error} {code !== null && <code>{code}</code>}
      </p>
      {step !== null && <p>{step}</p>}
    </div>
  );
}
