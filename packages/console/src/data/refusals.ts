import { SheafError } from 'sheaf-client';

/** Whether the key of the session lacks a right. */
export const isForbidden = (error: unknown): error is SheafError =>
  error instanceof SheafError && error.status === 403;

/** Whether another try is in vain: what was asked for is not there, or not for the key of the session. */
export const isHidden = (error: unknown): boolean =>
  isForbidden(error) || (error instanceof SheafError && error.status === 404);
