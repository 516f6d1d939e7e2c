import { type Group, isClear, measures } from './measures';

/** A sentence that compares the figures of a group with those of the control group. */
export function conclusionOf(group: Group, control: Group): string {
  if (group.searches === 0) return `${group.name} has no searches in these days.`;
  if (control.searches === 0)
    return `${control.name} has no searches that ${group.name} could be compared with.`;
  const found = measures.flatMap(({ name, of, differenceText }) => {
    const estimate = of(group);
    return estimate?.difference != null && isClear(estimate)
      ? [`${name.toLowerCase()} ${differenceText(estimate.difference.value)}`]
      : [];
  });
  return found.length === 0
    ? `No figure of ${group.name} differs from that of ${control.name} by more than chance explains.`
    : `${group.name} differs from ${control.name}: ${found.join('; ')}.`;
}
