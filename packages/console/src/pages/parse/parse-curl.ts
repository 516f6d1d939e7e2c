import { type components } from 'sheaf-client';
import { shellWord } from '../../parts/shell-word';
import { requestOptions } from './parse-options';

type ParseJob = Pick<components['schemas']['ParseJob'], 'type' | 'filename' | 'options'>;

const authorization = '-H "Authorization: Bearer $SHEAF_API_KEY"';
const asJson = "-H 'Content-Type: application/json'";
/** Expression of `sed` for the value of a member of a JSON answer. */
const member = (name: string) => `sed -E 's/.*"${name}":"([^"]+)".*/\\1/'`;

/**
 * The request of a parse job as `curl` commands: the upload of the file, or its link, then the job. The key is
 * a variable of the shell.
 *
 * @param link link that was parsed; null for an upload
 */
export function parseCurlOf(
  baseUrl: string,
  { type, filename, options }: ParseJob,
  link: string | null,
): string {
  const path = type === 'spreadsheet' ? '/v3/parse/spreadsheets' : '/v3/parse/documents';
  const body = JSON.stringify({ input: link ?? '', ...requestOptions(options) }, null, 2);
  const data = shellWord(body).replace('"input": ""', `"input": "'"$FILE_ID"'"`);
  return [
    ...(link === null ? uploadOf(baseUrl, filename ?? 'file') : []),
    `curl -X POST ${shellWord(baseUrl + path)} \\`,
    `  ${authorization} ${asJson} \\`,
    `  -d ${link === null ? data : shellWord(body)}`,
  ].join('\n');
}

function uploadOf(baseUrl: string, filename: string): string[] {
  const announcement = shellWord(JSON.stringify({ filename, byte_size: 0 })).replace(
    '"byte_size":0',
    `"byte_size":'"$(wc -c < "$FILE" | tr -d ' ')"'`,
  );
  return [
    `FILE=${shellWord(filename)}`,
    `UPLOAD=$(curl -sS -X POST ${shellWord(`${baseUrl}/v3/uploads`)} \\`,
    `  ${authorization} ${asJson} \\`,
    `  -d ${announcement})`,
    `FILE_ID=$(echo "$UPLOAD" | ${member('file_id')})`,
    `curl -T "$FILE" "$(echo "$UPLOAD" | ${member('upload_url')})"`,
  ];
}
