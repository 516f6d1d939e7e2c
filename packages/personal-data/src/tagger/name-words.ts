/** Words that blanks part. */
export const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Words in lower case that follow a given name and begin a family name. */
export const firstParticles = setOf(
  'van von vom de del della di da do dos das du la le ten ter te zu el al bin ben ibn ap af av',
);
/** Words in lower case that join the parts of a name. */
export const particles: ReadonlySet<string> = new Set([
  ...firstParticles,
  ...setOf('der den les zum zur y i und'),
]);

/** Articles and the like, before which no family name stands alone: what follows them is a noun. */
export const determiners = setOf(
  'der die das dem den des ein eine einen einem einer eines kein keine keinen keiner keinem im am zum zur vom beim ins ans ' +
    'mein meine meinen meinem meiner dein deine deinen deinem deiner sein seine seinen seinem seiner ihr ihre ihren ihrem ihrer ' +
    'unser unsere unseren unserem unserer euer eure diese dieser diesen diesem dieses jede jeder jeden jedes ' +
    'the a an my your his her our their this that these those each every ' +
    'le la les un une des du au aux ce cet cette ces mon ma mes ton ta tes son sa ses notre nos votre vos leur leurs ' +
    'el los las una unos unas del al este esta estos estas su sus mi mis tu tus nuestro nuestra ' +
    'il lo i gli uno dello della dei degli delle allo alla ai agli alle nel nella nei nelle dal dalla dai dalle sul sulla questo questa ' +
    'mio mia suo sua loro de het een deze dit mijn uw ons onze',
);
/** German prepositions with an article, before which no given name stands. */
export const contractions = setOf('im am zum zur vom beim ins ans');

/** Articles before which no given name stands either. */
export const indefiniteArticles = setOf(
  'ein eine einen einem einer eines kein keine keinen a an un une una uno een',
);

/** Words before which a given name stands only where it is a family name as well: `the Altair`. */
export const articlesOfThings = setOf('the its these those each every');

/** Articles at the start of a sentence. */
export const capitalArticles = setOf(
  'Le La Les Un Une Il Lo I Gli El Los Las Una De Het Een Die Der Das Den Dem The A An Ein Eine',
);

/** Names of months that are names of persons or not in a list: `ab Mai`, `w Marcu`. */
export const months = setOf(
  'Januar Februar März April Mai Juni Juli August September Oktober November Dezember January February March May June July ' +
    'October December Janvier Février Mars Avril Juin Juillet Août Septembre Octobre Novembre Décembre Enero Febrero Marzo ' +
    'Abril Mayo Junio Julio Agosto Septiembre Octubre Noviembre Diciembre Gennaio Febbraio Aprile Maggio Giugno Luglio ' +
    'Settembre Ottobre Dicembre Januari Februari Maart Mei Augustus Styczeń Stycznia Styczniu Luty Lutego Lutym Marzec Marca ' +
    'Marcu Kwiecień Kwietnia Kwietniu Maj Maja Maju Czerwiec Czerwca Czerwcu Lipiec Lipca Lipcu Sierpień Sierpnia Sierpniu ' +
    'Wrzesień Września Wrześniu Październik Października Październiku Listopad Listopada Listopadzie Grudzień Grudnia Grudniu',
);
/** Prepositions of time. */
export const timePrepositions = setOf(
  'ab bis im in seit ende anfang mitte en de di du del a w od do z since until by from te tot vanaf sinds eind begin dal da entro fin depuis dès fino hasta desde',
);

/** Nouns of firms, rooms and institutions whose name follows them: `Schreinerei Huber`, `salle Camus`. */
export const houses = setOf(
  'schreinerei bäckerei metzgerei elektro autohaus spedition gärtnerei malerbetrieb fahrschule kanzlei apotheke hotel gasthof ' +
    'möbelhaus firma saal raum kita schule gymnasium klinik klinikum stiftung verlag stadion amtsgericht landgericht finanzamt ' +
    'gemeinde stadt landkreis bahnhof filiale universität straße regal modell serie café bar pub garage hall house school ' +
    'college church bakery salle lycée école collège hôpital gare tribunal barreau mairie transports établissements société ' +
    'maison boulangerie pharmacie résidence place renault hôtel condominio palazzo piazza ospedale scuola liceo stazione ' +
    'comune trasporti panificio farmacia officina ristorante teatro tribunale colegio escuela instituto hospital calle plaza ' +
    'talleres transportes bodegas farmacia juzgado ayuntamiento estación rechtbank gemeente ziekenhuis school bakkerij ' +
    'bouwbedrijf slagerij apotheek provincie zaal szkoła szpital apteka piekarnia kancelaria restauracja sąd urząd gmina klient',
);

/** Names of fields of forms whose values are no persons. */
export const fieldsOfThings = setOf(
  'beruf profession profesión professione beroep zawód thema betreff objet oggetto asunto onderwerp temat abteilung service ' +
    'reparto afdeling dział ort wohnort residenza residencia woonplaats miejscowość commune modell modèle modello modelo diagnose ' +
    'diagnosi diagnostic diagnóstico therapie terapia usługa farbe couleur colore kleur kolor puesto functie funktion fonction ' +
    'städte länder marke produkt artikel subject department position occupation diagnosis therapy medication medikation leki ' +
    'material leistung zutaten vacature praca thème kursy asignaturas inhalte',
);

/** Words for a thing whose name stands before them: `Goudy typefaces`, `Pythagorean theorem`. */
export const thingsBehind = setOf(
  'typeface typefaces font fonts theorem equation algorithm river software app plugin framework database server browser ' +
    'table tables chart charts menu button dialog file files format',
);

/** Words for a thing whose name follows them: `genus Anas`, `company Mojang`. */
export const kindsOfThings = setOf(
  'genus species subfamily subspecies tribe gattung unterfamilie genre genere género geslacht rodzaj company typeface font ' +
    'software app plugin framework brand schriftart hersteller marke entreprise marque empresa azienda marchio bedrijf merk',
);

/** Words that names of fonts have. */
export const fontWords = setOf('Sans Serif Mono Slab Grotesk');

/** Last words of names of firms. */
export const firmWords = setOf(
  'Laboratories Platforms Industries Technologies Systems Software Studios Entertainment Pharmaceuticals Holdings ' +
    'Solutions Networks Publishing Productions',
);
