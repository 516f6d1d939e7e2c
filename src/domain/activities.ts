import { type DocumentActivities } from './documents/activities';
import { type PlatformActivities } from './platform/activities';
import { type ProductActivities } from './products/activities';

/**
 * All activities that workflows call. Each call is one attempt of one effect. It may run again, after a crash
 * or after an operator's reset. It fails with an `ApplicationFailure` whose `type` is a code of the domain;
 * `job_not_running` says that the job has ended elsewhere.
 */
export interface Activities extends PlatformActivities, DocumentActivities, ProductActivities {}
