import type { Dice } from '../../../bench/generate/dice';

interface Names {
  given: readonly string[];
  family: readonly string[];
  /** Whether the family name comes first as often as last. */
  isFamilyFirst?: boolean;
}

const list = (words: string): string[] => words.split(' ');

/** Usual names of countries that have no locale of Faker, or whose locale writes another script than Latin. */
const WORLD_NAMES: readonly Names[] = [
  {
    given: list(
      'Wei Jing Yan Ming Xiaoming Li Fang Jun Lei Qiang Xiuying Yuting Haoran Zihan Yichen Meiling Jiahui Xinyi Bowen Zhiwei Guoqiang Lihua Chunhua Yu Hui Ling Xiaoli Tao Peng Kai Shan',
    ),
    family: list(
      'Wang Li Zhang Liu Chen Yang Huang Zhao Wu Zhou Xu Sun Ma Zhu Hu Guo He Lin Luo Gao Zheng Liang Xie Song Tang Deng Feng Yu Dong Xiao Cheng Cao Yuan Shen Lu Jiang Cai Jia Ding Wei Xue Ye Pan Du Dai Xia Zhong Tian Ren Fan Fang Shi Liao Qiu Qin Wong Chan Lau Cheung Leung Ng Kwok Tse Yeung Chow Lam',
    ),
    isFamilyFirst: true,
  },
  {
    given: list(
      'Min-jun Seo-yeon Ji-woo Ha-eun Do-yun Jae-hyun Eun-ji Hyun-woo Soo-jin Young-ho Minji Jiho Sumin Jihoon Yuna Hana Minho Taeyang Sunhee Jisoo Kyung-soo Hye-jin',
    ),
    family: list(
      'Kim Lee Park Choi Jung Kang Cho Yoon Jang Lim Han Oh Seo Shin Kwon Hwang Ahn Song Hong Yoo Jeon Moon Bae Baek Heo Nam',
    ),
    isFamilyFirst: true,
  },
  {
    given: list(
      'Haruto Yuki Sakura Ren Aoi Hiroshi Kenji Yoko Takeshi Naoko Satoshi Emiko Daisuke Keiko Akira Haruka Kaito Misaki Shinji Tomoko Ryota Ayumi Makoto Chiyo Kazuo Noriko Yusuke Mariko',
    ),
    family: list(
      'Sato Suzuki Takahashi Tanaka Watanabe Ito Yamamoto Nakamura Kobayashi Kato Yoshida Yamada Sasaki Yamaguchi Matsumoto Inoue Kimura Hayashi Shimizu Saito Mori Abe Ikeda Hashimoto Ishikawa Ogawa Goto Okada Hasegawa Murakami Kondo Fujita Endo Aoki Sakamoto Fujii Nishimura Fukuda Ota Miura Okamoto',
    ),
    isFamilyFirst: true,
  },
  {
    given: list(
      'Ngoc Linh Minh Anh Thi Hoa Duc Huong Tuan Phuong Thanh Quang Hien Mai Khanh Trang Long Thao Hai Bao Lan Nam Dung Hung Yen Tam',
    ),
    family: list(
      'Nguyen Tran Le Pham Hoang Huynh Phan Vu Vo Dang Bui Do Ho Ngo Duong Ly Dinh Trinh Mai Truong',
    ),
    isFamilyFirst: true,
  },
  {
    given: list(
      'Aarav Priya Rahul Ananya Sanjay Lakshmi Vikram Deepika Arjun Kavita Rajesh Sunita Amit Neha Suresh Meera Ravi Pooja Anil Shreya Karthik Divya Manoj Nandini Harish Swati Gopal Padma Ishaan Aishwarya Venkatesh Radhika Siddharth Jaspreet Gurpreet Harpreet Imran Farhan',
    ),
    family: list(
      'Sharma Verma Gupta Patel Reddy Iyer Nair Menon Rao Singh Kaur Kumar Das Banerjee Mukherjee Chatterjee Bose Ghosh Joshi Kulkarni Deshpande Pillai Krishnan Subramanian Venkataraman Agarwal Malhotra Kapoor Chopra Mehta Shah Desai Naidu Chaudhary Bhattacharya Srinivasan Rajan Thakur Pandey Mishra Tiwari Yadav Siddiqui Qureshi Ansari',
    ),
  },
  {
    given: list(
      'Mohammed Ahmed Fatima Aisha Omar Yusuf Khadija Hassan Ali Zainab Ibrahim Maryam Khalid Layla Mustafa Noor Tariq Salma Bilal Hana Abdullah Rania Karim Samira Nabil Yasmin Rashid Amina Walid Huda Faisal Dalia Ziad Leila Hamza Nadia Samir Rana Farid Soraya Mahmoud Hussein Abdul Rahma',
    ),
    family: list(
      'Al-Sayed El-Masry Haddad Khoury Mansour Rahman Hussain Farouk Aziz Saleh Nasser Hamdan Khalil Darwish Bakr Shaheen Ghanem Habib Issa Najjar Qasim Rahimi Ahmadi Karimi Hosseini Mohammadi Jafari Rezaei Al-Farsi Al-Hashimi Bouazizi Benali Benyahia Boukhari Haddou Ziani Mahdi Sabbagh Taleb Zidan Amrani Chaoui Alaoui Idrissi El-Amin',
    ),
  },
  {
    given: list(
      'Kwame Kofi Ama Akosua Yaw Abena Kojo Efua Kwabena Adjoa Chinedu Ngozi Chukwuemeka Adaeze Obinna Ifeoma Emeka Chiamaka Oluwaseun Folake Babatunde Yetunde Adebayo Temitope Olumide Funke Tunde Bukola Amara Chidi Nnamdi Uche Zainabu Juma Wanjiru Kamau Achieng Otieno Njeri Mwangi Wambui Kipchoge Chebet Thabo Nomvula Sipho Thandiwe Lerato Mandla Zanele Tendai Rudo Farai Chipo Tinashe Abebe Almaz Tesfaye Selam Haile Mulugeta Aster Fatou Mamadou Awa Ousmane Aminata Ibrahima Moussa Seydou Mariama Boubacar Aissatou',
    ),
    family: list(
      'Mensah Owusu Boateng Asante Osei Appiah Agyeman Addo Amoah Quaye Okafor Okonkwo Adeyemi Okoye Eze Nwosu Obi Adebayo Balogun Afolabi Oyelaran Akintola Onyango Mwangi Kamau Otieno Wanjiku Kariuki Njoroge Kimani Odhiambo Ochieng Mutua Kiprotich Nkosi Dlamini Zulu Khumalo Mokoena Ndlovu Mthembu Naidoo Sithole Moyo Chikwanha Mutasa Ncube Tesfaye Bekele Gebremariam Haile Alemu Tadesse Diallo Traoré Keita Camara Coulibaly Diop Ndiaye Fall Sow Sy Touré Cissé Kone Ouattara Bamba Mbeki Nyerere Kabila Tshisekedi Mbuyi Ilunga',
    ),
  },
  {
    given: list(
      'Giorgos Dimitris Maria Eleni Nikos Katerina Yannis Sofia Kostas Vasiliki Panagiotis Georgia Christos Angeliki Thanasis Despina Stavros Ioanna Spyros Evangelia Michalis Anastasia Petros Konstantina Manolis Chrysoula Theodoros Aikaterini Γιώργος Μαρία Ελένη Νίκος Δημήτρης Κατερίνα Σοφία Κώστας Βασιλική Ιωάννης Χρήστος Αγγελική',
    ),
    family: list(
      'Papadopoulos Papadopoulou Georgiou Dimitriou Nikolaidis Nikolaou Pappas Ioannidis Vasileiou Karagiannis Makris Papageorgiou Konstantinou Oikonomou Athanasiou Panagopoulos Alexiou Christodoulou Antoniou Petridis Kyriakou Stavropoulos Vlachos Zervas Mavridis Papanikolaou Theodorou Samaras Tsakiris Παπαδόπουλος Παπαδοπούλου Γεωργίου Δημητρίου Νικολάου Ιωαννίδης Βασιλείου Οικονόμου Αντωνίου Κωνσταντίνου',
    ),
  },
  {
    given: list(
      'Siobhán Niamh Aoife Ciarán Pádraig Seán Caoimhe Róisín Eoin Oisín Gráinne Sinéad Máire Tadhg Cormac Fionnuala Declan Brendan Aisling Donal Orla Conor Saoirse Diarmuid Colm Deirdre Cathal Fiona Eimear Ruairí',
    ),
    family: list(
      "O'Brien O'Connor O'Sullivan O'Neill O'Reilly O'Doherty O'Shea O'Hara Ó'Murchú MacCarthy McCarthy McNamara McGrath McKenna McDonagh Gallagher Doyle Kavanagh Brennan Nolan Byrne Ryan Flanagan Fitzgerald Fitzpatrick Mulligan Cullen Keogh Dunne Moriarty Hennessy Kinsella Doherty Sweeney Heffernan O’Brien O’Leary O’Rourke Ní Dhomhnaill",
    ),
  },
  {
    given: list(
      'Nguyễn Ayşe Mehmet Elif Emre Zeynep Murat Fatma Mustafa Hatice Ahmet Emine Burak Merve Cem Esra Kemal Selin Yusuf Derya Hakan Gül Onur Aylin Somchai Malee Arthit Kanya Budi Siti Dewi Agus Putri Rizky Nurul Aung Kyaw Thida Hla Sokha Dara Chanthou Bopha Ramil Jomar Lualhati Datu Oyun Bat-Erdene Tserendorj Tenzin Dorji Pema Karma Sonam',
    ),
    family: list(
      'Yılmaz Kaya Demir Çelik Şahin Yıldız Öztürk Aydın Özdemir Arslan Doğan Kılıç Aslan Çetin Kara Koç Kurt Özkan Şimşek Polat Suksawat Charoenphol Wattanasin Saetang Santoso Wijaya Hidayat Susanto Nugroho Setiawan Pratama Lestari Htun Thant Sok Chea Chhim Reyes Santos Bautista Villanueva Dela-Cruz Magsaysay Ganbold Batbayar Wangchuk Lhamo Gyatso Tshering',
    ),
  },
  {
    given: list(
      'Oleksandr Olena Andriy Svitlana Iryna Mykola Vasyl Oksana Bohdan Halyna Dmytro Kateryna Ivan Sergei Natalia Dmitri Olga Alexei Tatiana Vladimir Ekaterina Nikolai Svetlana Mikhail Anastasiya Giorgi Nino Levan Tamar Armen Anahit Hayk Aram Nurlan Aigerim Alisher Dilnoza Rustam Gulnara',
    ),
    family: list(
      'Shevchenko Kovalenko Bondarenko Tkachenko Kravchenko Oliynyk Melnyk Lysenko Moroz Petrenko Ivanov Smirnova Kuznetsov Popova Sokolov Lebedeva Novikov Morozova Volkov Pavlova Beridze Kapanadze Gelashvili Petrosyan Hakobyan Sargsyan Harutyunyan Nazarbayev Akhmetov Karimov Rakhimov Yusupova Tashkentov',
    ),
  },
];

/** A given and a family name of one country. */
export function pickWorldNames(dice: Dice): { given: string; family: string; isFamilyFirst: boolean } {
  const names = dice.pick(WORLD_NAMES);
  return {
    given: dice.pick(names.given),
    family: dice.pick(names.family),
    isFamilyFirst: names.isFamilyFirst === true && dice.fraction() < 0.35,
  };
}

/** All given names, and all family names. */
export const worldNames = (): { given: string[]; family: string[] } => ({
  given: WORLD_NAMES.flatMap(({ given }) => given),
  family: WORLD_NAMES.flatMap(({ family }) => family),
});
