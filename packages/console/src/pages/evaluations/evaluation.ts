import { type components } from 'sheaf-client';

/** An evaluation with a page of its cases. */
export type Evaluation = components['schemas']['Evaluation'];
/** A case of an evaluation. */
export type EvaluationCase = components['schemas']['EvaluationCase'];

/** Whether an evaluation goes on. */
export const isUnderWay = ({ status }: Evaluation): boolean => status === 'pending' || status === 'running';

/** Names of the configurations, in the order in which they were sent. */
export const configNames = ({ configs }: Evaluation): string[] => configs.map(({ name }) => String(name));
