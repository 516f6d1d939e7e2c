import { SheafError } from 'sheaf-client';

/** Whether the key of the session lacks a right. */
export const isForbidden = (error: unknown): error is SheafError =>
  error instanceof SheafError && error.status === 403;

/** Whether a retry is useless: the object does not exist, or the key of the session cannot see it. */
export const isHidden = (error: unknown): boolean =>
  isForbidden(error) || (error instanceof SheafError && error.status === 404);
