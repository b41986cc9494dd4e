import type { Language } from '../../../contract/generation.ts';

/** What somebody else has published, for posts and news about it. */
export interface KnownSource {
  readonly language: Language;
  readonly site: string;
  readonly title: string;
  readonly text: readonly string[];
  /** One of these is said by every text that is about it, in lower case. */
  readonly about: readonly string[];
}

export const SOURCES: readonly KnownSource[] = [
  {
    language: 'English',
    site: 'klangnews.example',
    title: 'Klang Footbridge',
    text: [
      'The council opens a bridge over the river in December, after three years of work.',
      'People who walk to the station save 20 minutes a day, says the council.',
    ],
    about: ['bridge', 'jambatan'],
  },
  {
    language: 'Bahasa Melayu',
    site: 'beritaladang.example',
    title: 'Pasar Tani Shah Alam',
    text: [
      'Pasar tani di Shah Alam dibuka semula pada hari Sabtu dengan 40 gerai sayur dan buah.',
      'Tempat letak kereta adalah percuma hingga pukul 10 pagi.',
    ],
    about: ['pasar tani', 'market'],
  },
  {
    language: 'English',
    site: 'schoolpost.example',
    title: 'Solar Panels, Petaling Schools',
    text: [
      'Twelve schools in Petaling get solar panels next year, which pay a third of their bills.',
      'The first panels are built at a primary school in March.',
    ],
    about: ['solar'],
  },
  {
    language: 'Bahasa Melayu',
    site: 'kesihatan.example',
    title: 'Klinik Bergerak Gombak',
    text: [
      'Klinik bergerak melawat lima kampung di Gombak setiap bulan mulai Januari untuk pemeriksaan mata.',
      'Pemeriksaan mengambil masa 15 minit dan tiada bayaran dikenakan.',
    ],
    about: ['klinik', 'clinic'],
  },
  {
    language: 'English',
    site: 'ferrytimes.example',
    title: 'Penang Ferry Timetable',
    text: [
      'The ferry to Penang runs every 20 minutes in the morning from next week, says the port.',
      'Tickets stay at RM 1.20 for people who walk on board.',
    ],
    about: ['ferry', 'feri'],
  },
  {
    language: 'Bahasa Melayu',
    site: 'dapurkita.example',
    title: 'Bengkel Roti Ipoh',
    text: [
      'Sebuah kedai roti di Ipoh mengajar cara membuat roti kepada 30 orang setiap hujung minggu.',
      'Yuran bengkel ialah RM 45 dan semua bahan disediakan oleh kedai itu.',
    ],
    about: ['roti', 'bread', 'bengkel'],
  },
  {
    language: 'English',
    site: 'opentools.example',
    title: 'Pantun Editor Release',
    text: [
      'The team behind the Pantun editor has released version 4, which opens large files twice as fast.',
      'It is free for schools and runs on computers with 4 GB of memory.',
    ],
    about: ['pantun'],
  },
  {
    language: 'Bahasa Melayu',
    site: 'sukanmuda.example',
    title: 'Gelanggang Futsal Kajang',
    text: [
      'Gelanggang futsal di Kajang dibuka untuk pelajar setiap petang Rabu tanpa sebarang bayaran.',
      'Gelanggang itu boleh memuatkan 60 penonton dan mempunyai lampu baharu.',
    ],
    about: ['futsal'],
  },
];
