import { serviceUrl } from '../../data/service-url';
import { CopyButton } from '../../parts/copy-button';
import { clientCodeOf, curlOf } from './request-texts';
import { type Question } from './use-answer';

/** The question as `curl` command and as program. Neither contains the key of the session. */
export function SameRequest({ question }: { question: Question }) {
  const texts = [
    { name: 'curl', text: curlOf(serviceUrl(), question) },
    { name: 'client code', text: clientCodeOf(serviceUrl(), question) },
  ];
  return (
    <details>
      <summary>The same request as curl and as client code</summary>
      {texts.map(({ name, text }) => (
        <div key={name}>
          <CopyButton label={`Copy ${name}`} text={text} />
          <pre tabIndex={0} aria-label={`Request as ${name}`}>
            {text}
          </pre>
        </div>
      ))}
    </details>
  );
}
