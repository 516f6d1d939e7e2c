import { type components } from 'sheaf-client';

/** An evaluation with one page of its cases. */
export type Evaluation = components['schemas']['Evaluation'];
export type EvaluationCase = components['schemas']['EvaluationCase'];

/** Whether an evaluation has not ended. */
export const isUnderWay = ({ status }: Evaluation): boolean => status === 'pending' || status === 'running';

/** Names of the configurations in the order of the request. */
export const configNames = ({ configs }: Evaluation): string[] => configs.map(({ name }) => String(name));
