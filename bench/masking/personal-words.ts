/**
 * Words of names and addresses of persons in the files of `../shared/data/files`, as people who read the masks of
 * these files have judged them. Masks of other words there are wrong.
 */
export const PERSONAL_WORDS: ReadonlySet<string> = new Set(
  (
    '123 4567 94103 98052 A Aaron Adham Ahmed Alice Allen Allison Altman Amos Amy Anderson Andrew ' +
    'Antonio Ashutosh Auer Awadallah B Badillo Ballmer Bansal Beibin Berrett Birgit Blvd Bob Bobby ' +
    'Bohn Boles Boyd Brad Bradley Brockman Bruce Bruner Budd Burger C CA Calapristi Capossela Carlos ' +
    'Carole Catherine Cernuda César Charles Cheng Chris Christoph Curt Curtis Cyndi D Dandavate ' +
    'Daniel Dave David Deborah Delwyn Diaz Dolfi Doug Douglas Dunning E Elliott Emilio Emily Emma ' +
    'Erkang Estevez Example Farman Fitter Forten Francisco Frank Fred G Gabriel Gagan Gerber Gilbert ' +
    'Gillen Goudie Goussé Greg Gregg Gregory Gus H Haack Hadoram Hänni Harry Heather Henry Hoffman ' +
    'Holmes-Higgin Hosking Hugh Ian Innovation J Jackson Jalil Janet Jesse Jiale Jiang Jieyu John ' +
    'Johnston Jon Jonathan Jordi Josep Jr Julian Karl Kathleen Keith Kelley Kevin Kotick Kurtuluş ' +
    'Laudet Laura Leigh Li Liang Liu Louisa M Madsen Main Mark Martinez Mathiesen Mayerik McHugh ' +
    'Michael Michele Michelle Mike Mitchell Nadella Nakamura Nassar Nick Norris Paul Penn Penny ' +
    'peopleSatya Peter Peterson Pfitzmann Phil Phillip Pritzker Purvis Qingyun R Randall Randy ' +
    'Redmond Reid Richard Robertson Rodriguez Roy Ryen S Sam San Sanderson Sandi Sarah Sargatal Satya ' +
    'Scharf Scott Sean Shah Shaokun Shawn Shum Sibley Siwo Smith Spencer Staar Stanton Steve Street ' +
    'Stuart Thomas Thompson Tilley Timothy Tom Turner Val Vincent Visca Vives Vorwald W WA Walmsley ' +
    'Walter Wang Warren Waterman Wayne Weijia Wetherall White Williams Wiseman Wood Wu Xiaoyun Ybarra ' +
    'Yiran Young Zhang Zhu'
  ).split(' '),
);
