import { concurrently } from '../service/concurrently';
import { residentBytes, type ResidentSizes, watchResidentSize } from './resident-size';
import type { UploadTarget } from './upload-target';

/** Figures of a target over the rounds. */
export interface TargetResult {
  name: string;
  /** Resident size after a few small uploads, when nothing runs. */
  idleBytes: number;
  /** Peak during uploads of a tenth of the size. */
  smallPeakBytes: number;
  /** Peak of each round of full-size uploads. */
  peaksBytes: number[];
  /** Resident size once a second during the last round. */
  secondsBytes: number[];
  bytesPerSecond: number[];
}

/**
 * As many uploads as `atOnce`, all at the same time; they are removed afterwards, outside the measured time.
 */
async function uploadTogether(
  target: UploadTarget,
  atOnce: number,
  bytes: number,
): Promise<ResidentSizes & { bytesPerSecond: number }> {
  const stopWatching = watchResidentSize(target.pid);
  const names: string[] = [];
  const uploading = concurrently(atOnce, atOnce, async () => {
    names.push(await target.upload(bytes));
  });
  const { seconds } = await uploading.finally(stopWatching);
  const sizes = stopWatching();
  for (const name of names) await target.remove(name);
  return { ...sizes, bytesPerSecond: (atOnce * bytes) / seconds };
}

/**
 * Uploads of a hundredth of the size to get going, of a tenth, then rounds of full size with the targets in
 * turns.
 */
export async function measureTargets(
  targets: readonly UploadTarget[],
  { atOnce, bytes, rounds }: { atOnce: number; bytes: number; rounds: number },
): Promise<TargetResult[]> {
  const results = new Map<UploadTarget, TargetResult>();
  for (const target of targets) {
    await uploadTogether(target, atOnce, bytes / 100);
    const idleBytes = residentBytes(target.pid);
    const { peakBytes: smallPeakBytes } = await uploadTogether(target, atOnce, bytes / 10);
    const { name } = target;
    results.set(target, {
      name,
      idleBytes,
      smallPeakBytes,
      peaksBytes: [],
      secondsBytes: [],
      bytesPerSecond: [],
    });
  }
  for (let round = 0; round < rounds; round++) {
    for (const target of round % 2 === 0 ? targets : targets.toReversed()) {
      const { peakBytes, secondsBytes, bytesPerSecond } = await uploadTogether(target, atOnce, bytes);
      const result = results.get(target)!;
      result.peaksBytes.push(peakBytes);
      result.secondsBytes = secondsBytes;
      result.bytesPerSecond.push(bytesPerSecond);
    }
  }
  return [...results.values()];
}
