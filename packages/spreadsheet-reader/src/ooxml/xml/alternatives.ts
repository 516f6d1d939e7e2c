import { type NamespaceScope, namespaceOf } from './namespace-scope';
import { isReadNamespace } from './namespaces';
import { type XmlHandler, type XmlTag } from './xml-events';

/** Events of a part without the alternatives that are not read, and without the elements around them. */
export interface Alternatives {
  /** False inside an alternative that is passed over. */
  readonly read: boolean;
  open(tag: XmlTag, scope: NamespaceScope): void;
  close(name: string): void;
}

const CHOICES = 'mc:AlternateContent';
const CHOICE = 'mc:Choice';
const FALLBACK = 'mc:Fallback';

/**
 * Creates the filter of markup compatibility (ECMA-376 part 3, 7.5 to 7.7) before a handler: of each choice,
 * the first alternative whose required namespaces are all read, else the fallback. It passes on everything to
 * a handler of all alternatives.
 */
export function createAlternatives(handler: XmlHandler): Alternatives {
  if (handler.allAlternatives === true) return allAlternatives(handler);
  /** For each open choice, whether one of its alternatives was read. */
  const taken: boolean[] = [];
  /** Depth inside the alternative that is passed over, 0 outside of any. */
  let passedOver = 0;

  function isPassedOver(tag: XmlTag, scope: NamespaceScope): boolean {
    if (tag.name !== CHOICE && tag.name !== FALLBACK) return false;
    const isWanted = taken.at(-1) !== true && (tag.name === FALLBACK || isReadable(tag, scope));
    if (isWanted && taken.length > 0) taken[taken.length - 1] = true;
    return !isWanted;
  }

  return {
    get read() {
      return passedOver === 0;
    },
    open(tag, scope) {
      if (passedOver > 0 || isPassedOver(tag, scope)) passedOver++;
      else if (tag.name === CHOICES) taken.push(false);
      else if (tag.name !== CHOICE && tag.name !== FALLBACK) handler.open?.(tag);
    },
    close(name) {
      if (passedOver > 0) passedOver--;
      else if (name === CHOICES) taken.pop();
      else if (name !== CHOICE && name !== FALLBACK) handler.close?.(name);
    },
  };
}

function allAlternatives(handler: XmlHandler): Alternatives {
  return {
    read: true,
    open: (tag) => handler.open?.(tag),
    close: (name) => handler.close?.(name),
  };
}

function isReadable(tag: XmlTag, scope: NamespaceScope): boolean {
  const prefixes = (tag.attribute('Requires') ?? '').split(/\s+/).filter((prefix) => prefix !== '');
  return prefixes.every((prefix) => isReadNamespace(namespaceOf(scope, prefix)));
}
