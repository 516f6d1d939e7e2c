/**
 * Words of names and addresses of persons in the files of `../shared/data/files`, as people who read the masks of
 * these files have judged them. Masks of other words there are wrong.
 */
export const PERSONAL_WORDS: ReadonlySet<string> = new Set(
  (
    '123 4567 94103 98052 A Aaron Adham Ahmed Aldrin Alice Allen Allison Altman Amos Amy Anderson ' +
    'Andrew Antonio Ashutosh Auer Awadallah B Badillo Ballmer Bansal Beibin Belfiore Berrett Bill ' +
    'Birgit Blvd Bob Bobby Bohn Boles Boyd Brad Bradley Brockman Bruce Bruner Budd Burger C CA ' +
    'Calapristi Capossela Carlos Carole Carter Catherine Cernuda Charles Cheng Chi Chris Christoph Christopher Cort ' +
    'Curt Curtis Cyndi César D Dandavate Daniel Dave David Deborah Delwyn Diaz Dolfi Donald Donne-Goussé ' +
    'Doug Douglas Dunkle Dunning E Elliott Ellis Emilio Emily Emma Erkang Estevez Example Farman Fitter ' +
    'Forten Francisco Frank Fred G Gabriel Gagan Gates Gerber Gilbert Gillen Goudie Goussé Greg Gregg ' +
    'Gregory Gus H Haack Hadoram Harry Hawk Heather Henry Higgin Higman Hodge Hoffman Hogan Holmes-Higgin ' +
    'Hosking Hoyo Hugh Hänni Ian Innovation J Jackson Jalil Janet Jereme Jesse Jiale Jiang Jieyu Jobs ' +
    'Joe John Johnston Jon Jonathan Jordi Josep Jr Julian Julie Karl Kathleen Kear Keith Keizer ' +
    'Kelley Kevin Kotick Kurtuluş L Latham Laudet Laura Leigh Li Liang Liu Livingston Louisa M Madsen ' +
    'Main Margaret Mark Martinez Mathiesen Mayerik McHugh Michael Michele Michelle Mike Mitchell ' +
    'Nadella Nakamura Nassar Nick Norris P Paul Penn Penny peopleSatya Peter Peterson Pfitzmann Phil ' +
    'Phillip Pritzker Purvis Qingyun R Radford Ranata Randall Randy Rashid Redmond Reid Richard ' +
    'Robertson Rodriguez Rohwer Roy Ryen S Sam San Sanderson Sandi Sarah Sargatal Satya Scarberry ' +
    'Scharf Scott Sean Shah Shaokun Shawn Sholes Shum Sibley Siwo Smith Spencer Staar Stanton Steve ' +
    'Street Stuart Sued-Badillo Teri Thomas Thompson Tilley Timothy Tom Tony Trump Turner Val Vincent Visca Vives ' +
    'Vorwald W WA Walmsley Walter Wang Warren Waterman Wayne Weijia Wetherall White Williams Wiseman ' +
    'Wood Wu Xiaoyun Ybarra Yiran Young Zhang Zhu'
  ).split(' '),
);
