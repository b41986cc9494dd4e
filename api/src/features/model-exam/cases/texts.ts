import type { Language } from '../../../contract/generation.ts';

/** A post that is there already, for what is made of it. */
export interface KnownText {
  readonly language: Language;
  /** The second one has its figures. */
  readonly sentences: readonly [string, string, string, string];
  readonly tags: string;
  /** What stays in every language. */
  readonly figures: readonly string[];
  /** Words of it as people misspell them. */
  readonly misspelt: readonly (readonly [right: string, wrong: string])[];
}

export const TEXTS: readonly KnownText[] = [
  {
    language: 'English',
    sentences: [
      'Good morning, neighbours!',
      'The sourdough bread is RM 14, from 7am on Saturdays.',
      "It's baked by hand, and you'll smell it from the corner of the street.",
      'Come by with your friends, because the shelf is empty before lunch!',
    ],
    tags: '#FreshBread #Klang',
    figures: ['14', '7'],
    misspelt: [
      ['The', 'Teh'],
      ['bread', 'bred'],
      ['friends', 'freinds'],
      ['because', 'becuase'],
    ],
  },
  {
    language: 'Bahasa Melayu',
    sentences: [
      'Selamat pagi semua!',
      'Bakul sayur yang segar dari ladang kami berharga RM 25 pada hari Rabu.',
      'Semuanya dipetik pada waktu pagi dengan tangan dan dihantar terus untuk anda.',
      'Datanglah bersama keluarga sekarang, kerana stok kami tidak banyak minggu ini!',
    ],
    tags: '#SayurSegar #LadangKita',
    figures: ['25'],
    misspelt: [
      ['yang', 'yg'],
      ['dengan', 'dgn'],
      ['untuk', 'utk'],
      ['tidak', 'tdk'],
    ],
  },
  {
    language: 'English',
    sentences: [
      'Is your screen broken?',
      'We repair phone screens in 2 hours, with a warranty of 90 days.',
      "Don't wait until tomorrow, because small cracks grow and the glass gets into your pocket.",
      'Bring your phone and your friends to the counter, and we will do the rest!',
    ],
    tags: '#PhoneRepair #Screens',
    figures: ['2', '90'],
    misspelt: [
      ['tomorrow', 'tommorow'],
      ['because', 'becuase'],
      ['the', 'teh'],
      ['friends', 'freinds'],
    ],
  },
  {
    language: 'Bahasa Melayu',
    sentences: [
      'Hai, pembaca kecil!',
      'Buku terpakai untuk kanak-kanak kini diskaun 20% sepanjang cuti sekolah.',
      'Setiap buku yang kami jual sudah dibersihkan dengan teliti supaya selamat untuk anak anda.',
      'Jangan tunggu lagi, kerana koleksi ini tidak akan ada sepanjang tahun!',
    ],
    tags: '#BukuTerpakai #RumahBuku',
    figures: ['20'],
    misspelt: [
      ['untuk', 'utk'],
      ['yang', 'yg'],
      ['dengan', 'dgn'],
      ['tidak', 'tdk'],
    ],
  },
  {
    language: 'English',
    sentences: [
      'Laundry day again?',
      'Our same-day laundry is RM 5 per kilo, when you come before 11am.',
      "We're careful with the things that you love, and separate colours from white shirts.",
      "Leave it with us in the morning, because you'll receive it fresh and folded in the evening!",
    ],
    tags: '#Laundry #SameDay',
    figures: ['5', '11'],
    misspelt: [
      ['separate', 'seperate'],
      ['because', 'becuase'],
      ['receive', 'recieve'],
      ['the', 'teh'],
    ],
  },
  {
    language: 'Bahasa Melayu',
    sentences: [
      'Petang yang panas?',
      'Secawan besar kopi ais di kedai kami hanya RM 6.50 untuk anda.',
      'Kami membancuh kopi itu dengan perlahan supaya rasanya tidak pahit dan sentiasa segar.',
      'Singgah sekarang bersama rakan sekerja, kerana tempat duduk kami sejuk dan selesa!',
    ],
    tags: '#KopiAis #KopiPagi',
    figures: ['6.50'],
    misspelt: [
      ['untuk', 'utk'],
      ['dengan', 'dgn'],
      ['tidak', 'tdk'],
      ['kerana', 'krana'],
    ],
  },
  {
    language: 'English',
    sentences: [
      'Holidays are near!',
      'A full service of your bicycle is RM 60, which is done in 3 days.',
      "You'll definitely feel the difference, because we clean the chain and check the brakes.",
      'Call us before you ride with your friends, and the bicycle is ready when you are!',
    ],
    tags: '#Bicycles #Service',
    figures: ['60', '3'],
    misspelt: [
      ['definitely', 'definately'],
      ['because', 'becuase'],
      ['which', 'wich'],
      ['friends', 'freinds'],
    ],
  },
  {
    language: 'Bahasa Melayu',
    sentences: [
      'Rambut anda kering?',
      'Rawatan rambut kami berharga RM 88, selepas diskaun 15% untuk pelajar.',
      'Penata rambut kami bekerja dengan lembut dan memilih bahan yang sesuai untuk anda.',
      'Tempah masa anda sekarang, kerana hujung minggu kami tidak pernah kosong!',
    ],
    tags: '#SalunMelur #Rambut',
    figures: ['88', '15'],
    misspelt: [
      ['dengan', 'dgn'],
      ['yang', 'yg'],
      ['untuk', 'utk'],
      ['tidak', 'tdk'],
    ],
  },
];
