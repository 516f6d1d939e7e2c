/** How often the attempts of one step have begun. */
export interface StepTries {
  /** Names the activity; its attempts share it. */
  step: string;
  count: number;
}

/** Stage of an update that counts one more try of a step in the field `tries`; another step begins anew. */
export const countTry = (step: string) => ({
  $set: {
    tries: {
      step,
      count: {
        $cond: [{ $eq: ['$tries.step', step] }, { $add: ['$tries.count', 1] }, 1],
      },
    },
  },
});
