import { Status } from '../../parts/status';
import { type Endpoint } from './endpoint';

const reasons = {
  manual: 'by hand',
  delivery_failures: 'five days of failures',
  gone: 'its answer was 410',
} as const;

/** Whether an endpoint is enabled, or why not. */
export function EndpointState({ endpoint }: { endpoint: Endpoint }) {
  const { disabled, disabled_reason: reason } = endpoint;
  if (!disabled) return <Status state="enabled" />;
  return (
    <>
      <Status state="disabled" /> {reason !== null && <span className="hint">{reasons[reason]}</span>}
    </>
  );
}
