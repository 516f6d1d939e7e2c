import { type RunStatus } from '../../src/jobs/runs';

/** Sentence for the owner of a job whose run disappeared before the job ended. */
export function lostRunSentence(noun: 'job' | 'evaluation', run: RunStatus): string {
  return run === 'terminated'
    ? `The ${noun} was stopped by an operator of the service before it could complete.`
    : `A fault of the service ended the ${noun} before it could complete.`;
}
