/**
 * Stop words: the commonest function words of English, German, French and Spanish. For other languages the
 * inverse document frequency lowers the weight of such words.
 */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    'a about above after all also an and any are as at be because been before being below between both but by can could ' +
    'did do does each few for from further had has have he her here his how i if in into is it its just me more most my no ' +
    'nor not now of off on once only or other our out over own per same she should so some such than that the their them ' +
    'then there these they this those through to too under until up very was we were what when where which while who whom ' +
    'why will with would you your n/a na nan null true false yes ' +
    'aber als am an auch auf aus bei bin bis das dass dem den der des die doch du ein eine einem einen einer eines er es für ' +
    'hat ich ihr im in ist kein mit nach nicht noch nur ob oder ohne sehr sich sie sind so über um und uns unter vom von vor ' +
    'war was wenn wer wie wir wird zu zum zur ja nein ' +
    'au aux avec ce ces cette dans de des du elle en est et eux il je la le les leur lui mais ne nous on ou par pas pour qu ' +
    'que qui sa se ses son sont sur un une vous oui non ' +
    'al como con del desde donde el ella entre era esta este hay las lo los más muy ni o para pero por se sin su sus un una y ya sí'
  ).split(' '),
);
