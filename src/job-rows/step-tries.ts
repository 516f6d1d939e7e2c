/** Number of attempts of one step that have begun. */
export interface StepTries {
  /** Name of the activity, which its attempts share. */
  step: string;
  count: number;
}

/** Pipeline stage that counts another try of a step in the field `tries`; another step resets the count. */
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
