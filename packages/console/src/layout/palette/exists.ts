import { isHidden } from '../../data/refusals';

/** Whether a read finds its object; false where the key may not see it. */
export async function exists(read: () => Promise<unknown>): Promise<boolean> {
  try {
    await read();
    return true;
  } catch (error) {
    if (isHidden(error)) return false;
    throw error;
  }
}
