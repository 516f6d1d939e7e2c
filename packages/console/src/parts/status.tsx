/** Meaning of a state, which decides its colour. */
type Tone = 'good' | 'bad' | 'busy' | 'calm' | 'warning';

const tones: Readonly<Record<string, Tone>> = {
  completed: 'good',
  succeeded: 'good',
  indexed: 'good',
  active: 'good',
  enabled: 'good',
  published: 'good',
  ready: 'good',
  done: 'good',
  passed: 'good',
  warned: 'warning',
  completed_with_errors: 'warning',
  skipped: 'calm',
  failed: 'bad',
  error: 'bad',
  timed_out: 'bad',
  disabled: 'bad',
  running: 'busy',
  processing: 'busy',
  sending: 'busy',
  building: 'busy',
  importing: 'busy',
  rolling_back: 'busy',
};

/** A state as a coloured word; colour adds no information. */
export function Status({ state }: { state: string }) {
  return <span className={`status ${tones[state] ?? 'calm'}`}>{state.replaceAll('_', ' ')}</span>;
}
