import { Status } from '../../parts/status';
import { disabledReasons, type Endpoint } from './endpoint';

/** Whether an endpoint is enabled, or why not. */
export function EndpointState({ endpoint }: { endpoint: Endpoint }) {
  const { disabled, disabled_reason: reason } = endpoint;
  if (!disabled) return <Status state="enabled" />;
  return (
    <>
      <Status state="disabled" /> {reason !== null && <span className="hint">{disabledReasons[reason]}</span>}
    </>
  );
}
