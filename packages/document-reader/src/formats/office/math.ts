import { elementAt, elementsOf, textOf, valueAt, type XmlElement } from './element';

/**
 * Linear form of a formula (Office MathML, ECMA-376 part 1, 22.1): fractions as `(a)/(b)`, powers as `a^(b)`.
 */
export function readFormula(element: XmlElement): string {
  const part = (name: string) => {
    const found = elementAt(element, `m:${name}`);
    return found === undefined ? '' : content(found);
  };
  switch (element.name) {
    case 'm:t':
      return textOf(element);
    case 'm:f':
      return `${grouped(part('num'))}/${grouped(part('den'))}`;
    case 'm:sSup':
      return `${part('e')}^${grouped(part('sup'))}`;
    case 'm:sSub':
      return `${part('e')}_${grouped(part('sub'))}`;
    case 'm:sSubSup':
      return `${part('e')}_${grouped(part('sub'))}^${grouped(part('sup'))}`;
    case 'm:rad':
      return part('deg') === '' ? `√${grouped(part('e'))}` : `root(${part('deg')}, ${part('e')})`;
    case 'm:nary':
      return `${valueAt(element, 'm:naryPr', 'm:chr') ?? '∫'}${limit('_', part('sub'))}${limit('^', part('sup'))} ${part('e')}`;
    case 'm:d':
      return delimited(element);
    default:
      return content(element);
  }
}

function content(element: XmlElement): string {
  return elementsOf(element).map(readFormula).join('');
}

function limit(mark: string, text: string): string {
  return text === '' ? '' : mark + grouped(text);
}

function grouped(text: string): string {
  return text.length === 1 ? text : `(${text})`;
}

function delimited(element: XmlElement): string {
  const inner = elementsOf(element)
    .filter(({ name }) => name === 'm:e')
    .map(content);
  const begin = valueAt(element, 'm:dPr', 'm:begChr') ?? '(';
  return (
    begin +
    inner.join(valueAt(element, 'm:dPr', 'm:sepChr') ?? '|') +
    (valueAt(element, 'm:dPr', 'm:endChr') ?? ')')
  );
}
