import { serviceUrl } from '../../data/service-url';
import { CodeTexts } from '../../parts/code-texts';
import { clientCodeOf, curlOf } from './request-texts';
import { type Question } from './question';

/** The question as `curl` command and as program. Neither contains the key of the session. */
export function SameRequest({ question }: { question: Question }) {
  return (
    <CodeTexts
      summary="The same request as curl and as client code"
      texts={[
        { name: 'curl', text: curlOf(serviceUrl(), question) },
        { name: 'client code', text: clientCodeOf(serviceUrl(), question) },
      ]}
    />
  );
}
