import { capital, type Filling } from './filling';
import { phrase, thing } from './words';

export const COLORS =
  'black white red blue green grey gray silver gold brown beige pink navy charcoal ivory orange purple yellow teal tan ruby amber olive rose jade violet'.split(
    ' ',
  );

export const MATERIALS =
  'polyester cotton lycra spandex nylon leather wood steel plastic glass rubber silk wool linen velvet denim suede bamboo ceramic brass'.split(
    ' ',
  );

const GOODS =
  'lamp chair shirt hoodie jacket table drill printer toner rug pillow sofa bed watch ring necklace shoes boots ' +
  'dress jeans backpack tent helmet bike tire filter pump valve hose camera lens phone case cable charger monitor ' +
  'keyboard mouse speaker headphones blender toaster kettle pan knife mug plate bowl towel curtain mirror shelf desk ' +
  'cabinet faucet sink shower vase candle doll puzzle game book poster sticker cap scarf gloves socks belt wallet';

export function writeProduct(filling: Filling): string {
  const { dice, english } = filling;
  const good = capital(dice.pick(GOODS.split(' ')));
  return dice.pick([
    () => english.commerce.productName(),
    () => `${capital(thing(filling))} ${good}`,
    () => `${capital(english.word.adjective())} ${capital(thing(filling))} ${good}`,
    () => `${good} with ${capital(thing(filling))} ${capital(thing(filling))}`,
    () =>
      `${english.commerce.productMaterial()} ${capital(thing(filling))} ${good} ${dice.between(2, 48)}-Inch`,
    () => good,
    () => `${phrase(filling, 1, 4)} ${good}`,
    () =>
      `${phrase(filling, 1, 3)} ${dice.between(1, 400)}${dice.pick(['', ' Pack', '-Piece', ' oz', 'mm', ' GB', ' ft', 'W', ' Inch', '-Count', ' Watt', ' x ' + String(dice.between(1, 90))])} ${good}`,
    () => phrase(filling, 2, 7),
  ])();
}
