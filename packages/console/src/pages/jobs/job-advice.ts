import { type components } from 'sheaf-client';

type IndexJob = components['schemas']['IndexJob'];
export type JobFault = NonNullable<IndexJob['error_code']>;
export type FileFault = NonNullable<IndexJob['files'][number]['error_code']>;

/** Fault of a job in words. */
export const jobFaults: Readonly<Record<JobFault, string>> = {
  all_files_failed: 'No file could be indexed.',
  embedding_stalled: 'The embedding model does not answer.',
  execution_failed: 'The service stopped the job.',
};

/** Next step after a failed job. */
export const jobAdvice: Readonly<Record<JobFault | 'timed_out', string>> = {
  all_files_failed: 'Mend what each file names below, then send the files again.',
  embedding_stalled:
    'An operator has to look at the embedding model. Send the files again once it answers: those that were indexed are skipped.',
  execution_failed:
    'Send the files again: those that were indexed are skipped. If the job fails once more, give its id to an operator.',
  timed_out: 'Send the files again: those that were indexed are skipped.',
};

/** Next step after a failed file. */
export const fileAdvice: Readonly<Record<FileFault, string>> = {
  download_failed: 'Check that the link answers, then send it again.',
  access_denied:
    'Let the service read the file: by the credentials of the request, or the rights of the link.',
  not_found: 'Correct the link or the path.',
  private_address: 'Use a link to a public address, or upload the file.',
  file_too_large: 'Split the file, or leave out what is not needed.',
  unsupported_file_type: 'Convert the file to a type that the service reads, such as PDF.',
  empty_file: 'The file has no content: look at its source.',
  encrypted_file: 'Remove the password of the file.',
  parse_failed: 'Open the file in the program that made it, save it once more, and send that.',
  parsing_script_failed: 'Correct the parsing script.',
  transcription_not_configured: 'An operator has to configure a transcriber for recordings.',
  masking_failed: 'Send the file again. If it fails once more, give the id of the job to an operator.',
  embedding_failed: 'Send the file again once the embedding model answers.',
  name_conflict: 'Rename the file, or choose to overwrite documents of the same name.',
  insufficient_credits: 'Add credits to the organization, then send the file again.',
  internal_error: 'Send the file again. If it fails once more, give the id of the job to an operator.',
};
