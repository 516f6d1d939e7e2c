/** Nouns of things and animals that have an age, in seven languages, without endings. */
const things =
  'car cars vehicle van truck bike motorbike boat ship plane aircraft engine house home building flat roof boiler machine ' +
  'printer laptop computer phone device tyre tire battery system software server tool contract policy loan bond ' +
  'mortgage lease warranty guarantee licen[cs]e company firm business brand church bridge tradition wine whisky ' +
  'whiskey scotch rum brandy cognac malt bourbon cheese tree dog puppy cat kitten horse pony product furniture sofa painting timber wood oak recipe ' +
  'autos? wagen|fahrzeuge?|gebrauchtwagen|pkw|lkw|motorrad|boot|haus|gebäude|wohnung|dach|heizung|kessel|maschine|drucker|rechner|gerät|reifen|anlage|' +
  'vertrag|police|kredit|garantie|firma|unternehmen|betrieb|kirche|brücke|wein|whiskey|käse|baum|hund|katze|pferd|produkt|artikel|modell|' +
  'voiture|véhicule|camion|vélo|bateau|maison|immeuble|bâtiment|toit|chaudière|machine|imprimante|ordinateur|appareil|contrat|prêt|entreprise|' +
  'société|marque|église|pont|vin|fromage|arbre|chien|chat|cheval|' +
  'coche|vehículo|camión|barco|casa|edificio|tejado|caldera|máquina|impresora|ordenador|aparato|contrato|préstamo|garantía|empresa|marca|iglesia|' +
  'puente|vino|queso|árbol|perro|gato|caballo|' +
  'automobile|macchina|veicolo|barca|edificio|tetto|caldaia|stampante|dispositivo|contratto|mutuo|garanzia|azienda|società|chiesa|ponte|formaggio|' +
  'albero|cane|gatto|cavallo|' +
  'auto|voertuig|vrachtwagen|fiets|schip|huis|gebouw|dak|ketel|printer|apparaat|contract|lening|bedrijf|merk|kerk|brug|wijn|kaas|boom|hond|kat|paard|' +
  'samoch[oó]d|pojazd|rower|statek|dom|budynek|dach|kocioł|maszyna|drukarka|urządzenie|umowa|kredyt|gwarancja|firma|marka|kościół|wino|drzewo|' +
  'pies|kot|koń';
const thing = new RegExp(`(?<!\\p{L})(?:${things.replaceAll(/[ |]+/g, '|')})(?!\\p{L})`, 'iu');
/** Words for people, which say whose age it is where a thing is spoken of too. */
const people =
  /(?<!\p{L})(?:he|she|who|whose|patient\p{L}*|man|woman|boy|girl|child|son|daughter|husband|wife|mother|father|driver|owner|victim|ich|er|sie|frau|herr|mann|junge|mädchen|kind|sohn|tochter|fahrer\p{L}*|il|elle|je|femme|homme|fille|fils|conduct\p{L}+|él|ella|mujer|hombre|hij[oa]|lui|lei|donna|uomo|figli[oa]|hij|zij|vrouw|zoon|dochter|ona|kobieta|mężczyzna|syn|córka)(?!\p{L})/iu;
const wordsBehind = /^[\s-]?[\p{L}/.]+(?:[\s-]\p{L}+){0,3}/u;

/**
 * Whether a number of years is the age of a thing: a noun for one stands behind it (`10-year-old car`), or before
 * it in the sentence without a word for people (`the roof is 20 years old`).
 */
export function isOfThing(before: string, behind: string): boolean {
  if (thing.test(wordsBehind.exec(behind)?.[0] ?? '')) return true;
  const sentence = before.split(/[.!?]\s|\n/).at(-1)!;
  return thing.test(sentence) && !people.test(sentence);
}
