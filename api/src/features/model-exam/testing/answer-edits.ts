/** What stands in the place of an answer, in each language. */
export const ENGLISH =
  'Good morning from all of us. We are happy to tell you about bread, coffee, flowers, books and everything else. ' +
  'Come by this week and see for yourself what we do for our neighbours, and what is new.';
export const MALAY =
  'Selamat pagi daripada kami semua. Kami gembira untuk berkongsi tentang roti, kopi, bunga, buku dan lain-lain. ' +
  'Datanglah minggu ini dan lihat sendiri apa yang kami lakukan untuk jiran kami, dan apa yang baharu.';
export const words = (text: string) => text.split(/\s+/);
export const body = (text: string) => text.replace(/\n\n#[\s\S]*$/, '');
export const tags = (text: string) => text.slice(body(text).length);
/** As long as the text that it stands for, so that only its language is wrong. */
export const asLongAs = (text: string, filler: string) => {
  const count = words(body(text)).length;
  const sentences = Array.from({ length: Math.ceil(count / words(filler).length) }, (_, index) =>
    filler.replaceAll('.', `${' so'.repeat(index)}.`),
  );
  return words(sentences.join(' ')).slice(0, count).join(' ').replace(/[^.]$/, '$&.') + tags(text);
};
