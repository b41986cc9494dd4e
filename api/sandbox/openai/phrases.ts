import type { WrittenLanguage } from './prompt.ts';

/** Sentence parts of the sandbox's writer, which claims nothing that it was not given. `{t}` is the topic. */
export interface Phrases {
  openings: string[];
  bodies: string[];
  details: string[];
  linkers: string[];
  closings: string[];
  tags: string[];
}

const ENGLISH: Phrases = {
  openings: [
    'There is more to {t} than most people expect.',
    'If {t} has been on your mind lately, this one is for you.',
    'We have spent the past few weeks looking closely at {t}.',
    'Ask around about {t} and everybody will tell you something else.',
    'A good day often starts with a small decision, and {t} is one of them.',
    'Here is what our customers ask most about {t}.',
    'Let us talk about {t} and why it matters right now.',
    'Not every idea earns its place, but {t} does.',
  ],
  bodies: [
    'What makes the difference is attention to {d}.',
    'The first thing you notice is {d}.',
    'Our team keeps coming back to {d}.',
    'People who try it for a while usually mention {d}.',
    'It rewards those who care about {d}.',
    'Think of {d} as the place to begin.',
    'Most advice skips {d}, which is a pity.',
    'Small changes to {d} add up sooner than you think.',
    'When time is short, start with {d}.',
    'You can see the effect on {d} within days.',
    'Experts and beginners agree on {d}.',
    'Nothing replaces {d} when it comes to {t}.',
    'We learned the hard way that {d} decides the outcome.',
    'With {t}, the easy wins come from {d}.',
  ],
  details: [
    'a clear plan for the week',
    'honest prices and no surprises',
    'the quality of the basics',
    'a short list of priorities',
    'listening before deciding',
    'the little habits nobody talks about',
    'good tools that last',
    'the people behind the work',
    'a steady pace',
    'simple words instead of big promises',
    'what you can finish today',
    'the feedback of real customers',
    'time saved every morning',
    'care in the last few steps',
    'choosing local where possible',
    'asking one more question',
    'keeping what already works',
    'comparing before buying',
    'the comfort of doing it well',
    'sharing what you know',
  ],
  linkers: [
    'On top of that, ',
    'Just as important, ',
    'In practice, ',
    'For many of us, ',
    'Week after week, ',
    'Better still, ',
    'At the same time, ',
    '',
  ],
  closings: [
    'Tell us in the comments how you see it.',
    'What would you add? We read every reply.',
    'Save this for later and share it with someone who needs it.',
    'Send us a message and we will help you get started.',
    'Come by this week and see for yourself.',
  ],
  tags: ['SmallBusiness', 'LocalLove', 'Community', 'GoodIdeas', 'ThisWeek'],
};

const MALAY: Phrases = {
  openings: [
    'Ramai yang belum tahu betapa menariknya {t}.',
    'Kalau anda sedang memikirkan {t}, perkongsian ini untuk anda.',
    'Sejak beberapa minggu lalu kami meneliti {t} dengan lebih dekat.',
    'Setiap hari pelanggan bertanya kepada kami tentang {t}.',
    'Hari yang baik bermula dengan keputusan kecil, dan {t} salah satu daripadanya.',
    'Mari kita bincang tentang {t} dan kenapa ia penting sekarang.',
  ],
  bodies: [
    'Yang membezakan hasilnya ialah {d}.',
    'Perkara pertama yang anda akan perasan ialah {d}.',
    'Pasukan kami sentiasa kembali kepada {d}.',
    'Mereka yang mencubanya untuk beberapa lama selalu menyebut {d}.',
    'Mulakan dengan {d} jika masa anda terhad.',
    'Perubahan kecil pada {d} memberi kesan yang besar.',
    'Ramai yang terlepas pandang tentang {d}.',
    'Kesannya pada {d} dapat dilihat dalam beberapa hari sahaja.',
    'Bagi {t}, tiada yang dapat menggantikan {d}.',
    'Kami belajar bahawa {d} menentukan keputusan akhir.',
    'Dengan {t}, kejayaan yang mudah datang daripada {d}.',
  ],
  details: [
    'perancangan yang jelas untuk minggu ini',
    'harga yang jujur tanpa kejutan',
    'kualiti perkara asas',
    'senarai keutamaan yang ringkas',
    'mendengar sebelum membuat keputusan',
    'tabiat kecil yang jarang dibincangkan',
    'alatan yang baik dan tahan lama',
    'orang di sebalik kerja ini',
    'langkah yang konsisten',
    'bahasa yang mudah difahami',
    'apa yang boleh disiapkan hari ini',
    'maklum balas pelanggan sebenar',
    'masa yang dijimatkan setiap pagi',
    'ketelitian pada saat akhir',
    'sokongan kepada peniaga tempatan',
  ],
  linkers: [
    'Selain itu, ',
    'Sama penting juga, ',
    'Dalam amalan, ',
    'Bagi kebanyakan kita, ',
    'Minggu demi minggu, ',
    'Lebih baik lagi, ',
    '',
  ],
  closings: [
    'Kongsikan pendapat anda di ruangan komen.',
    'Apa pandangan anda? Kami membaca setiap maklum balas.',
    'Simpan dan kongsikan dengan mereka yang memerlukan.',
    'Hantar mesej kepada kami dan kami akan bantu anda bermula.',
  ],
  tags: ['PerniagaanTempatan', 'Komuniti', 'IdeaBaik', 'MingguIni', 'SokongLokal'],
};

/** English as Malaysians speak it. */
const MANGLISH: Phrases = {
  openings: [
    'Wah, {t} memang syok lah!',
    'You all must try {t}, serious tak tipu.',
    'Jom talk about {t} today, boss.',
    'Everybody ask us about {t}, so ini dia.',
    'Kalau you suka {t}, this one is for you lah.',
    'No need to think so much, {t} confirm syok.',
  ],
  bodies: [
    'The secret is {d}, bukan magic lah.',
    'We all very particular about {d}, you know.',
    'Customers always come back because of {d}.',
    'Just start with {d}, lepas tu easy already.',
    'For us {d} is everything, memang tak boleh skip.',
    'You see {d} also can feel happy one.',
    'Without {d}, {t} mana boleh jadi.',
    'People say we crazy about {d}, so what lah.',
    'Every day we check {d}, sampai puas hati.',
    'Honestly {d} can change your whole day.',
    'Bring your family, because {d} is for semua.',
  ],
  details: [
    'the masa we put in',
    'hati yang ikhlas',
    'the small small things',
    'service yang steady',
    'good tools, bukan cincai',
    'the team yang rajin',
    'harga yang jujur',
    'a plan that is simple je',
    'sabar and practice',
    'what the neighbours say',
    'listening to semua orang',
    'the way we jaga quality',
    'work yang kemas',
    'the senyum at the counter',
  ],
  linkers: ['Then ', 'Also ', 'Believe me lah, ', 'Some more ', 'Actually ', 'So ', ''],
  closings: [
    'So what are you waiting for, jom lah!',
    'Come lah, we tunggu you at the shop.',
    'Comment below, we baca every one of them.',
    'Share with your kawan who need this.',
  ],
  tags: ['JomLah', 'LokalKita', 'Komuniti', 'Kawan', 'MingguIni'],
};

export const PHRASES: Readonly<Record<WrittenLanguage, Phrases>> = {
  english: ENGLISH,
  malay: MALAY,
  manglish: MANGLISH,
};
