import { type ServiceDeps } from '../src/services/deps';
import { type Traces } from '../src/traces';
import { type AuditLog } from '../src/services/products/audit/log';

/** A dependency that readiness shows; `check` throws while the dependency cannot be used. */
export interface ServicePart {
  name: string;
  /** Whether no request can be served without it. Default: only those that use it fail. */
  isVital?: boolean;
  check(signal: AbortSignal): Promise<void>;
}

/** Dependencies of all routes. */
export interface ApiDeps extends ServiceDeps {
  /** The audit log of product search. */
  audit: AuditLog;
  traces: Traces;
  parts: readonly ServicePart[];
}
