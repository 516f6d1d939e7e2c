const list = (words: string): readonly string[] => words.split(' ');

/** Names of persons and places by language, `world` included. */
export interface NameLists {
  people: Readonly<Record<string, { given: readonly string[]; family: readonly string[] }>>;
  places: Readonly<Record<string, { streets: readonly string[]; towns: readonly string[] }>>;
}

/** Names by language. No list of the training was looked at when they were written down. */
const PEOPLE: NameLists['people'] = {
  en: {
    given: list(
      'Harriet Desmond Philippa Gareth Imogen Rhys Beatrix Alistair Shanice Tyrone Moira Callum Priyanka Hamish',
    ),
    family: list(
      'Thornton Ashworth Pemberton Okonedo Hargreaves Pickering Llewellyn Whitlock Drummond Blackwood Chaudhry Fairbanks Osborne Tully',
    ),
  },
  de: {
    given: list(
      'Annegret Detlef Heike Jürgen Mareike Torben Gudrun Uwe Ulrike Sönke Roswitha Eberhard Svenja Malte',
    ),
    family: list(
      'Kühn Brinkmann Oberhuber Wieczorek Dreyer Steinbach Achterberg Hölzl Nowotny Pfeiffer Grabowski Lindemann Ziegler Rautenberg',
    ),
  },
  fr: {
    given: list(
      'Solène Gaëtan Maëlle Thibault Ghislaine Yannick Capucine Loïc Bénédicte Aurélien Clémence Rémi Ségolène Amandine',
    ),
    family: list(
      'Lefebvre Berthelot Quéméneur Delacroix Marchand Bouvier Tessier Chauvin Le-Goff Vasseur Pelletier Humbert Carlier Joubert',
    ),
  },
  es: {
    given: list(
      'Rocío Iñaki Lourdes Nuria Gonzalo Macarena Íñigo Pilar Xavier Begoña Remedios Aitor Encarnación Jacinto',
    ),
    family: list(
      'Zubizarreta Carmona Echeverría Villalobos Quintana Bustamante Arrieta Montero Pacheco Salvatierra Ibarra Lozano Cárdenas Peñalver',
    ),
  },
  it: {
    given: list(
      'Fiammetta Gianluca Ornella Ettore Donatella Piero Loredana Tommaso Graziella Massimiliano Ilaria Saverio Concetta Nicolò',
    ),
    family: list(
      'Castagna Bevilacqua Quaranta Pellegrino Fumagalli Sorrentino Zanetti Lombardi Caruso Mancuso Tagliaferri Bonanno Cattaneo Rinaldi',
    ),
  },
  nl: {
    given: list(
      'Marijke Joost Anouk Sjoerd Femke Wouter Liesbeth Gijs Hanneke Bram Jurgen Maaike Roelof Tineke',
    ),
    family: list(
      'Hoekstra Verhoeven Dijkstra Kuipers Brouwer Schouten Wagenaar Terpstra Zijlstra Meulenbelt Boersma Hagenaars Postma Kloosterman',
    ),
  },
  pl: {
    given: list(
      'Grzegorz Bożena Zbigniew Agnieszka Mirosław Wiesława Przemysław Halina Jarosław Danuta Bogumił Kinga Sławomir Jadwiga',
    ),
    family: list(
      'Wróblewski Szczepański Zawadzka Kaczmarek Pietrzak Jaworska Wilczek Olszewski Głowacka Mazurek Sikorska Borkowski Czajka Domański',
    ),
  },
  world: {
    given: list(
      'Xiaoyu Kwabena Siobhán Eleftheria Ngozi Takumi Rukhsana Tuấn Soo-ah Babajide Zahra Efthymios Aarti Oisín Wanjiku Yousef',
    ),
    family: list(
      'Zhuang Boakye O’Malley Karagiorgis Okwuosa Fujimoto Begum Đặng Baek Ogunleye Al-Tamimi Stavrakis Ranganathan Kinsella Gathoni Haddadin',
    ),
  },
};

const PLACES: NameLists['places'] = {
  en: {
    streets: ['Gallowgate', 'Marlborough Rise', 'Old Quarry Lane', 'Chapel Street', 'Station Road'],
    towns: ['Hexham HE4 1QT', 'Leeds LS7 3PD', 'Truro TR1 2SX', 'Dayton, OH 45402'],
  },
  de: {
    streets: ['Lindenallee', 'Am Mühlbach', 'Hauptstr.', 'Gerberweg', 'Wilhelm-Raabe-Straße'],
    towns: ['26123 Oldenburg', '04177 Leipzig', '79098 Freiburg', '5020 Salzburg'],
  },
  fr: {
    streets: [
      'rue des Tilleuls',
      'avenue Jean Moulin',
      'impasse du Moulin',
      'boulevard Carnot',
      'chemin des Vignes',
    ],
    towns: ['35000 Rennes', '69003 Lyon', '31400 Toulouse', '1204 Genève'],
  },
  es: {
    streets: [
      'Calle del Olmo',
      'Avda. de la Constitución',
      'Calle Serrano',
      'Paseo de Gracia',
      'Plaza Mayor',
    ],
    towns: ['28012 Madrid', '48008 Bilbao', '41004 Sevilla', '08013 Barcelona'],
  },
  it: {
    streets: ['Via Garibaldi', 'Corso Vittorio Emanuele', 'Via dei Mille', 'Viale Europa', 'Piazza Dante'],
    towns: ['40121 Bologna', '10128 Torino', '80134 Napoli', '20122 Milano'],
  },
  nl: {
    streets: ['Prinsengracht', 'Dorpsstraat', 'Molenweg', 'Kerklaan', 'Stationsplein'],
    towns: ['1016 HK Amsterdam', '3511 LX Utrecht', '9712 CP Groningen', '5611 EM Eindhoven'],
  },
  pl: {
    streets: ['ul. Mickiewicza', 'ul. Długa', 'al. Jerozolimskie', 'ul. Polna', 'ul. Kościuszki'],
    towns: ['31-002 Kraków', '50-101 Wrocław', '80-831 Gdańsk', '00-024 Warszawa'],
  },
};

/** Names of the frames of both halves. */
export const NAMES: NameLists = { people: PEOPLE, places: PLACES };
