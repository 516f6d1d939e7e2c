const softened: Readonly<Record<string, string>> = {
  k: 'ce',
  g: 'dze',
  r: 'rze',
  ł: 'le',
  t: 'cie',
  d: 'dzie',
};
const adjective = /(?:[sc]|dz)k(?:i|a)$/;

/** Genitive, dative, accusative and instrumental of a Polish name, as far as rules tell. */
export function polishCases(name: string): string[] {
  const stem = name.slice(0, -1);
  if (adjective.test(name))
    return name.endsWith('i') ? [`${name}ego`, `${name}emu`, `${name}m`] : [`${stem}iej`, `${stem}ą`];
  if (name.endsWith('a') || name.endsWith('o')) return casesOfA(stem);
  if (name.endsWith('i')) return [`${name}ego`, `${name}emu`, `${name}m`];
  if (name.endsWith('y')) return [`${stem}ego`, `${stem}emu`, `${name}m`];
  if (/[eéuüëó]$/.test(name)) return [];
  return casesOfConsonant(name.replace(/e([kłcń])$/, '$1'));
}

function casesOfA(stem: string): string[] {
  const last = stem.slice(-1);
  const isSoft = 'kgljiń'.includes(last);
  const genitive = /[fjlmnrtdk]i$/.test(stem)
    ? `${stem}i`
    : last === 'i'
      ? stem
      : `${stem}${isSoft ? 'i' : 'y'}`;
  const dative = softened[last] === undefined ? `${stem}ie` : `${stem.slice(0, -1)}${softened[last]}`;
  return [genitive, ...('ljiń'.includes(last) ? [] : [dative]), `${stem}ę`, `${stem}ą`];
}

const casesOfConsonant = (stem: string): string[] => [
  `${stem}a`,
  `${stem}owi`,
  `${stem}${/[kg]$/.test(stem) ? 'iem' : 'em'}`,
];
