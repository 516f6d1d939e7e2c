import { type components } from 'sheaf-client';
import { serviceUrl } from '../../data/service-url';
import { CodeTexts } from '../../parts/code-texts';
import { parseCurlOf } from './parse-curl';

/** The request of a job as `curl` commands. The key of the session is not in them. */
export function SameParseRequest({ job }: { job: components['schemas']['ParseJob'] }) {
  const text = parseCurlOf(serviceUrl(), job, job.input?.startsWith('https://') === true ? job.input : null);
  return <CodeTexts summary="The same request as curl" texts={[{ name: 'curl', text }]} />;
}
