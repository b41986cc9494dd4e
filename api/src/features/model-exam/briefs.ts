/** What golden cases are about. Figures that a text may give stand in `facts`, and nowhere else. */
export interface Brief {
  readonly page: string;
  readonly category: string;
  readonly topic: { readonly english: string; readonly malay: string };
  readonly facts: { readonly english: string; readonly malay: string };
  /** One of these is said by every text that is about the topic, in lower case. */
  readonly about: readonly string[];
}

export const BRIEFS: readonly Brief[] = [
  {
    page: 'Tasty Loaf',
    category: 'Bakery',
    topic: { english: 'fresh sourdough bread', malay: 'roti sourdough segar' },
    facts: { english: 'A loaf is RM 14, from 7am on Saturdays', malay: 'Sebuku RM 14, dari 7 pagi pada hari Sabtu' },
    about: ['bread', 'roti', 'sourdough', 'loaf'],
  },
  {
    page: 'Kopi Pagi',
    category: 'Cafe',
    topic: { english: 'iced coffee for hot afternoons', malay: 'kopi ais untuk petang yang panas' },
    facts: { english: 'Large cup RM 6.50', malay: 'Cawan besar RM 6.50' },
    about: ['coffee', 'kopi'],
  },
  {
    page: 'Dobi Kilat',
    category: 'Laundry',
    topic: { english: 'same-day laundry', malay: 'dobi siap pada hari yang sama' },
    facts: { english: 'RM 5 per kilo, before 11am', malay: 'RM 5 sekilo, sebelum 11 pagi' },
    about: ['laundry', 'dobi'],
  },
  {
    page: 'Urban Gym',
    category: 'Gym',
    topic: { english: 'morning stretching at the gym', malay: 'senaman regangan pagi di gim' },
    facts: { english: 'RM 120 per month', malay: 'RM 120 sebulan' },
    about: ['stretch', 'gym', 'gim', 'regangan'],
  },
  {
    page: 'MobileZone',
    category: 'Phone shop',
    topic: { english: 'phone screen repair', malay: 'baiki skrin telefon' },
    facts: { english: 'Ready in 2 hours, 90 days warranty', malay: 'Siap dalam 2 jam, jaminan 90 hari' },
    about: ['screen', 'skrin', 'phone', 'telefon'],
  },
  {
    page: 'Ladang Hijau',
    category: 'Farm',
    topic: { english: 'vegetables from the farm', malay: 'sayur dari ladang' },
    facts: { english: 'Basket RM 25, every Wednesday', malay: 'Bakul RM 25, setiap hari Rabu' },
    about: ['vegetable', 'sayur', 'farm', 'ladang'],
  },
  {
    page: 'Rumah Buku',
    category: 'Bookshop',
    topic: { english: 'second-hand books for children', malay: 'buku terpakai untuk kanak-kanak' },
    facts: { english: '20% off until 7 December', malay: 'Diskaun 20% hingga 7 Disember' },
    about: ['book', 'buku'],
  },
  {
    page: 'Salun Melur',
    category: 'Hair salon',
    topic: { english: 'hair treatment for dry hair', malay: 'rawatan rambut kering' },
    facts: { english: 'RM 88, open until 9pm', malay: 'RM 88, buka hingga 9 malam' },
    about: ['hair', 'rambut'],
  },
  {
    page: 'Kelas Cikgu',
    category: 'Tuition centre',
    topic: { english: 'maths tuition in small groups', malay: 'tuisyen matematik dalam kumpulan kecil' },
    facts: { english: '8 pupils per class', malay: '8 murid satu kelas' },
    about: ['maths', 'matematik', 'tuition', 'tuisyen'],
  },
  {
    page: 'Basikal Kita',
    category: 'Bicycle shop',
    topic: { english: 'bicycle service before the holidays', malay: 'servis basikal sebelum cuti' },
    facts: { english: 'Full service RM 60', malay: 'Servis penuh RM 60' },
    about: ['bicycle', 'basikal', 'bike'],
  },
  {
    page: 'Klinik Haiwan Jaya',
    category: 'Veterinarian',
    topic: { english: 'vaccination of cats', malay: 'vaksin kucing' },
    facts: { english: 'RM 75, by appointment', malay: 'RM 75, melalui temu janji' },
    about: ['cat', 'kucing'],
  },
  {
    page: 'Bunga Rampai',
    category: 'Florist',
    topic: { english: 'flowers for weddings', malay: 'bunga untuk majlis kahwin' },
    facts: { english: 'Bouquets from RM 45', malay: 'Jambangan dari RM 45' },
    about: ['flower', 'bunga'],
  },
];
