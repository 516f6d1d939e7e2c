/**
 * Function words by language: articles, prepositions, pronouns, conjunctions, auxiliaries and question words,
 * in lower case, and without accents too where that is no other word. Absent are words that say what a record
 * must or must not be (`ohne`, `without`, `under`), and those that name a thing, a colour, a model or a brand
 * somewhere else: `aux`, `can`, `car`, `chi`, `col`, `door`, `eu`, `haar`, `hat`, `hay`, `ho`, `man`, `mi`,
 * `moet`, `nas`, `or`, `plus`, `se`, `son`, `sous`, `ten`, `ti`, `ton`, `uno`, `us`, `van`, and `fur` for `für`.
 */
const wordsByLanguage = {
  en: `a about am an and any are as at be been being by could did do does for from had has have having he her
    here him his how i if in into is it its me my of on onto our should so some than that the their them then
    there these they this those to was we were what when where which who whom whose why with would you your`,
  de: `als am an auch auf aus bei beim bis da damit das dass dein deine dem den denn der des dich die dies diese
    diesem diesen dieser dieses dir du durch ein eine einem einen einer eines er es etwas euch für gibt habe
    haben ich ihm ihn ihnen ihr ihre im in ins ist jede jeden jeder jedes kann können mein meine meinem meinen
    meiner mich mir mit nach nur oder sehr sein seine seinen sich sie sind so soll sollte um und uns unser
    unsere unter vom von vor wann warum was weil welche welchem welchen welcher welches wem wen wenn wer werden
    wessen wie wieso wir wird wo wofür woher wohin womit zu zum zur über`,
  fr: `à afin au avec ce ces cet cette chez combien comment dans de des donc du elle elles en est et être il ils
    je la laquelle le lequel les lesquelles lesquels leur leurs lui ma me mes mon notre nous où ou pour pourquoi
    qu quand que quel quelle quelles quels qui quoi sa ses si sont sur ta te tes tu un une vers vos votre vous`,
  es: `al algún alguna cómo como con cuál cual cuáles cuales cuándo cuando cuánta cuánto cuanto de del desde
    dónde donde el él ella ellas ellos en es esa esas ese esos está están esta estas este estos hasta la las le
    les lo los me mis nosotros nuestra nuestro para por porque porqué que qué quién quien quiénes quienes su sus
    te tiene tu tus un una unas unos y yo`,
  it: `agli al alla alle allo che ci come con cosa da dagli dai dalla dalle dallo degli dei del della delle dello
    di dove è gli hanno i il in la le lo mia mio miei ne nei negli nel nella nelle nello nostra nostro per perché
    perche quale quali quando quanta quanti quanto quella quelle quelli quello questa queste questi questo si
    sono sua suo sugli sui sul sulla sulle tra tua tuo un una`,
  nl: `aan als bij dat de deze die dit een en er heb hebben heeft het hij hoe hun ik in is je jij jouw jullie
    maar me met mij mijn na naar om ons onze ook op te ter uit voor waar waarom waarvoor wanneer wat we welk
    welke werd wie wij worden wordt ze zij zijn`,
  pt: `à ao aos às aquela aquele com como da das de do ela elas ele eles em entre essa esse esta este está estão
    lhe me meu minha na nossa nosso onde ou para pela pelas pelo pelos por porque quais qual quando quanto
    quantos que quem são sao ser seu sua suas tem um uma umas uns você voce`,
} as const;

const stopWords: ReadonlySet<string> = new Set(
  Object.values(wordsByLanguage).flatMap((words) => words.split(/\s+/)),
);

/**
 * Whether a word of a query is a function word of one of the seven languages. Accents count: `für` is one,
 * `fur` is none.
 *
 * @param written as the query has it
 */
export function isStopWord(written: string): boolean {
  const word = written.normalize('NFC').toLowerCase();
  return stopWords.has(word.replace(/['’]s$/, ''));
}
