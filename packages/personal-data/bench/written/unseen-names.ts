import { type NameLists } from './names';

const list = (words: string): readonly string[] => words.split(' ');

/** Names by language, none of which is in `NAMES`. They were written down before any list of names was read. */
const PEOPLE: NameLists['people'] = {
  en: {
    given: list(
      'Nigel Tamsin Dafydd Rowena Jethro Keziah Lachlan Winifred Darnell Aoibheann Clive Saffron Jermaine Bronwyn Fergus Octavia',
    ),
    family: list(
      'Bickerstaffe Penhaligon Abercrombie Mukherji Trewin Hollingworth Stubbs Postlethwaite Featherstone Cadwallader Okoro Sedgwick Barraclough Winterbourne Gill Pugh',
    ),
  },
  de: {
    given: list(
      'Wiebke Hartmut Kerstin Ingo Dörte Volker Lieselotte Henning Anneliese Bernd Silke Reinhold Traudel Hinnerk Friederike Kai-Uwe',
    ),
    family: list(
      'Ottensmeier Schlüter Kaltenbrunner Hinrichs Dombrowski Tietze Vogelsang Beckmann Eichinger Rüdiger Wolters Strohmaier Janssen Özdemir Petersohn Klawitter',
    ),
  },
  fr: {
    given: list(
      'Océane Gwenaël Hortense Fabrice Édith Killian Odile Bastien Sidonie Thierry Mireille Corentin Josiane Théophile Nolwenn Régis',
    ),
    family: list(
      'Guillemot Castelnau Bourdieu Le-Bihan Tanguy Fauvel Montaigu Perrichon Dubreuil Kerbrat Lachaume Roussillon Diabaté Ferrand Besnard Jacquemin',
    ),
  },
  es: {
    given: list(
      'Eulalia Fermín Asunción Unai Milagros Leandro Paloma Rigoberto Ainhoa Evaristo Socorro Efraín Marisol Saturnino Itziar Yolanda',
    ),
    family: list(
      'Goikoetxea Valdivieso Urrutia Cifuentes Barrientos Ocampo Larrañaga Zambrano Mondragón Escudero Tejedor Alcántara Belmonte Reyero Pujol Olmedo',
    ),
  },
  it: {
    given: list(
      'Calogero Mirella Ermenegildo Fabiola Gennaro Ludovica Rosalba Silvano Immacolata Raniero Samuele Assunta Tiziano Vincenza Ivano Ginevra',
    ),
    family: list(
      'Scognamiglio Brambilla Pizzuto Mastroianni Ceccarelli Dalmasso Frangipane Iacobucci Locatelli Muratore Pennisi Rovelli Sgarbi Tedesco Valsecchi Zuccaro',
    ),
  },
  nl: {
    given: list(
      'Geertje Diederik Mieke Harmen Saskia Evert Jacomijn Klaas Roos Teun Willemijn Freek Annelies Job Marloes Siebe',
    ),
    family: list(
      'Nijhuis Vermeulen Oosterhuis Bakema Koopmans Rijpstra Slagter Uittenbogaard Veldkamp Zandstra Eikelboom Groenewegen Hofstede Lubbers Mulder Tichelaar',
    ),
  },
  pl: {
    given: list(
      'Bartłomiej Czesława Dorota Eustachy Franciszek Grażyna Henryka Ireneusz Jolanta Kazimierz Lucyna Mieczysław Róża Stefania Tadeusz Żaneta',
    ),
    family: list(
      'Adamczewski Bielawska Chmielewski Dudek Frąckowiak Gajewska Januszewicz Kołodziej Leśniak Majchrzak Nowicka Orzechowski Przybylska Rogalski Świderska Zięba',
    ),
  },
  world: {
    given: list(
      'Thulani Anjali Bogdan Chidera Dragana Emeka Farrukh Guanyu Hyejin Ikenna Jovana Kwaku Lubomira Mehwish Nasrin Zoltán',
    ),
    family: list(
      'Adegbite Balasubramaniam Csikós Djordjević Ebrahimi Fernando Gunawardena Hovhannisyan Ishiguro Jayasuriya Kuznetsova Lungu Mwamba Nakashima Okpara Vu',
    ),
  },
};

const PLACES: NameLists['places'] = {
  en: {
    streets: ['Priory Mews', 'Cowley Road', 'The Paddocks', 'Ferncliffe Drive', 'Bath Street'],
    towns: ['Norwich NR2 4SX', 'Hull HU5 2TT', 'Cardiff CF10 3AT', 'Boise, ID 83702'],
  },
  de: {
    streets: ['Kastanienweg', 'An der Alster', 'Bahnhofstr.', 'Königsallee', 'Kurt-Schumacher-Ring'],
    towns: ['28195 Bremen', '34117 Kassel', '99084 Erfurt', '1070 Wien'],
  },
  fr: {
    streets: [
      'rue Pasteur',
      'allée des Acacias',
      'quai de la Loire',
      'avenue du Général Leclerc',
      'place Carnot',
    ],
    towns: ['44000 Nantes', '21000 Dijon', '67000 Strasbourg', '1003 Lausanne'],
  },
  es: {
    streets: ['Calle Mayor', 'Avenida de América', 'Calle de la Paz', 'Ronda de Atocha', 'Camino Viejo'],
    towns: ['11004 Cádiz', '33003 Oviedo', '46002 Valencia', '50001 Zaragoza'],
  },
  it: {
    streets: ['Via Roma', 'Via della Repubblica', 'Largo Augusto', 'Viale dei Tigli', 'Vicolo Stretto'],
    towns: ['43121 Parma', '73100 Lecce', '50122 Firenze', '33100 Udine'],
  },
  nl: {
    streets: ['Hoofdstraat', 'Lange Voorhout', 'Beukenlaan', 'Van der Helstplein', 'Havenkade'],
    towns: ['8011 LW Zwolle', '4811 DN Breda', '2514 EA Den Haag', '9401 HL Assen'],
  },
  pl: {
    streets: ['ul. Słowackiego', 'ul. Krótka', 'os. Tysiąclecia', 'ul. 3 Maja', 'pl. Wolności'],
    towns: ['45-018 Opole', '25-303 Kielce', '61-701 Poznań', '26-600 Radom'],
  },
};

/** Names of the texts of `UNSEEN_FRAMES`. */
export const UNSEEN_NAMES: NameLists = { people: PEOPLE, places: PLACES };
