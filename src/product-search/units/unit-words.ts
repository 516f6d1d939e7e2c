import { type Unit, unitOf } from './unit-table';

/** Names of units in German, French and Spanish, as people write them into a search box, by symbol. */
const NAMES: Readonly<Record<string, string>> = {
  mm: 'millimètre|millimètres|milímetro|milímetros',
  cm: 'zentimeter|centimètre|centimètres|centímetro|centímetros',
  m: 'mètre|mètres|metro|metros',
  km: 'kilomètre|kilomètres|kilómetro|kilómetros',
  in: "zoll|pouce|pouces|pulgada|pulgadas|''",
  ft: 'fuß|fuss|pied|pieds|pie|pies',
  mi: 'meile|meilen|milla|millas',
  ml: 'mililitro|mililitros',
  cl: 'zentiliter|centilitro|centilitros',
  l: 'litro|litros',
  mg: 'milligramm|milligramme|milligrammes|miligramo|miligramos',
  g: 'gramm|grammes|gramo|gramos',
  kg: 'kilogramm|kilogramme|kilogrammes|kilogramo|kilogramos',
  oz: 'unze|unzen|once|onces|onza|onzas',
  lb: 'pfund|livre|livres|libra|libras',
  '°C': 'grad|grad celsius|degré|degrés|grados',
  s: 'sekunde|sekunden|seconde|secondes|segundo|segundos',
  min: 'minuten|minuto|minutos',
  h: 'std|stunde|stunden|heure|heures|hora|horas',
  d: 'tag|tage|tagen|jour|jours|día|días',
  wk: 'woche|wochen|semaine|semaines|semana|semanas',
  yr: 'jahr|jahre|jahren|an|ans|année|années|año|años',
  W: 'vatio|vatios',
  V: 'voltio|voltios',
  A: 'amperio|amperios',
  hp: 'caballos',
};

const named = new Map<string, Unit>();
for (const [symbol, names] of Object.entries(NAMES))
  for (const name of names.split('|')) named.set(name, unitOf(symbol)!);

/** The unit behind its name in German, French or Spanish; undefined for other words. */
export function foreignUnitOf(name: string): Unit | undefined {
  return named.get(name.toLowerCase());
}
