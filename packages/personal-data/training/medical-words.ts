import { capital, type Filling } from './filling';

const roots = (
  'cardio neuro gastro pneumo dermato hepato nephro arthro osteo lumb cephal hemat hyper hypo brady tachy spondylo ' +
  'myo broncho rhino pharyng laryng oto kerato colo entero cysto uro thyro adeno angio phlebo thrombo lipo glyk andro'
).split(' ');
/** Ends of names of diseases and fields of medicine, by language. */
const ends: Readonly<Record<string, string>> = {
  de: 'itis pathie algie ose logie skopie graphie tomie ämie urie plasie grafie therapie pathien',
  en: 'itis pathy algia osis logy scopy graphy tomy emia uria plasia therapy',
  fr: 'ite pathie algie ose logie scopie graphie tomie émie urie plasie thérapie',
  es: 'itis patía algia osis logía scopia grafía tomía emia uria plasia terapia',
  it: 'ite patia algia osi logia scopia grafia tomia emia uria plasia terapia',
  nl: 'itis pathie algie ose logie scopie grafie tomie emie urie plasie therapie',
  pl: 'itis patia algia oza logia skopia grafia tomia emia uria plazja terapia logii patii',
};
const drugStarts =
  'amo ibu pan ome val car bis met ram sim ato lev cip dox ris ser cit gab tra mor dic nap lor cet flu aug nov tor'.split(
    ' ',
  );
const drugMiddles = ['', '', 'xi', 'to', 'ra', 'lo', 'vi', 'ne', 'zo', 'di', 'me'];
const drugEnds =
  'cillin profen pril sartan statin olol azol mycin oxacin idin mentin amid afil parin morphin zepam xaban formin cetam prazol'.split(
    ' ',
  );
const drugLetters: Readonly<Record<string, readonly string[]>> = {
  es: ['o', 'a'],
  it: ['o', 'a'],
  fr: ['e'],
  pl: ['', 'u'],
};
const shareOfDrugs = 0.4;

/** A word that looks like a disease, a field of medicine or a drug: few of them are in lists. */
export function writeMedical({ dice, language }: Filling): string {
  if (dice.fraction() < shareOfDrugs) {
    const drug = dice.pick(drugStarts) + dice.pick(drugMiddles) + dice.pick(drugEnds);
    return capital(drug + dice.pick(drugLetters[language] ?? ['']));
  }
  return capital(dice.pick(roots) + dice.pick((ends[language] ?? ends.en!).split(' ')));
}
