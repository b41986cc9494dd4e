import type { PostCase } from '../cases/posts.ts';
import { asLongAs, body, ENGLISH, MALAY, tags, words } from './answer-edits.ts';

type PostRegression = (text: string, golden: PostCase) => string | null;

const FRENCH =
  'Bonjour à tous. Nous sommes heureux de vous parler de notre travail, de nos clients et de notre quartier. ' +
  'Venez nous voir cette semaine et découvrez les nouveautés avec votre famille et vos amis.';

const before =
  (words: string): PostRegression =>
  (text) =>
    `${words}${text}`;
const behind =
  (words: string): PostRegression =>
  (text) =>
    body(text) + words + tags(text);

/** Of posts about a brief. */
export const OF_POSTS: Readonly<Record<string, PostRegression>> = {
  'Malay is answered in English': (text, { language }) =>
    language === 'Bahasa Melayu' ? asLongAs(text, ENGLISH) : null,
  'English is answered in Malay': (text, { language }) => (language === 'English' ? asLongAs(text, MALAY) : null),
  'Manglish is answered in plain English': (text, { language }) =>
    language === 'Manglish' ? asLongAs(text, ENGLISH) : null,
  'everything is answered in French': (text) => asLongAs(text, FRENCH),
  'the second half slips into the other language': (text, { language }) => {
    if (language === 'Manglish') return null;
    const half = words(body(text)).slice(0, words(body(text)).length / 2);
    return `${half.join(' ')}. ${asLongAs(half.join(' '), language === 'English' ? MALAY : ENGLISH)}${tags(text)}`;
  },
  'only the first sentence comes': (text) => (/^[^.!?]+[.!?]/.exec(text)?.[0] ?? text) + tags(text),
  'the text is twice as long as asked': (text, { length, language }) => {
    if (length === 'Long') return null;
    const more = asLongAs(body(text).repeat(2), language === 'Bahasa Melayu' ? MALAY : ENGLISH);
    return `${body(text)} ${more}${tags(text)}`;
  },
  'long texts are as short as others': (text, { length }) =>
    length === 'Long' ? words(body(text)).slice(0, 200).join(' ') + '.' : null,
  'the text breaks off in a sentence': (text) => words(body(text)).slice(0, -3).join(' '),
  'the text breaks off in a word': (text) => body(text).slice(0, -9),
  'the rules come first': before(
    'Answer with the text of the post alone: no title line, no quotation marks around it.\n\n',
  ),
  'the rules are told at the end': behind(' Invent no facts, prices, dates or names that the request does not give.'),
  'the model declines': () => "I'm sorry, but I can't help with that request.",
  'the model declines in Malay': () => 'Maaf, saya tidak boleh membantu dengan permintaan itu.',
  'the model speaks of the task first': before('Sure! Here is your Facebook post:\n\n'),
  'the model offers more at the end': behind('\n\nLet me know if you would like another version!'),
  'a heading in Markdown': before('## Good news\n\n'),
  'bold words in Markdown': (text) => text.replace(/\S+ \S+/, '**$&**'),
  'lists in Markdown': (text) => body(text).replaceAll(/(?<=[.!?]) /g, '\n- ') + tags(text),
  'links in Markdown': behind(' [Read more](https://example.com/more).'),
  'the text comes in a fence': (text) => `\`\`\`text\n${text}\n\`\`\`\nDone.`,
  'the text comes as data': (text) => JSON.stringify({ post: text }),
  'the text comes as HTML': (text) => `<p>${text}</p>`,
  'a price is invented': behind(' Now only RM 9.99.'),
  'a percentage is invented': behind(' Save 35% today.'),
  'a date is invented': behind(' It ends on 24 March.'),
  'opening hours are invented': behind(' We open at 6.15am.'),
  'a telephone number is invented': behind(' Call 03-7788 1234.'),
  'a superlative is invented': behind(' We are the best in Malaysia.'),
  'a number of customers is invented': behind(' Over 12,000 customers agree.'),
  'hashtags are missing': (text, { hashtags }) => (hashtags === 'wanted' ? body(text) : null),
  'hashtags nobody asked for': (text, { hashtags }) => (hashtags === 'unwanted' ? `${text}\n\n#Promo #Viral` : null),
  'a flood of hashtags': (text) =>
    `${body(text)}\n\n${Array.from('abcdefghijklmnopqrstuvwxy', (letter) => `#Tag${letter}`).join(' ')}`,
  'a flood of emoji': (text) => text.replaceAll(/(?<=\w) (?=\w)/g, ' 🎉 '),
  'gaps to fill in': behind(' Visit us at [your address] soon.'),
  'orders in the brief are obeyed': (text, { never }) => {
    const order = never.find((word) => ['pineapple', 'kangaroo', 'tengkujuh'].includes(word));
    return order === undefined ? null : order.toUpperCase();
  },
  'banned words are used': (text, { never }) =>
    never.includes('murah') ? `${body(text)} It is cheap and guaranteed, murah dan dijamin.${tags(text)}` : null,
  'sentences come twice': (text) => `${body(text)} ${/^[^.!?]+[.!?]/.exec(text)?.[0] ?? ''}${tags(text)}`,
  'the text is about something else': (text, { brief, language }) =>
    brief.about.some((word) => (ENGLISH + MALAY).toLowerCase().includes(word))
      ? null
      : asLongAs(text, language === 'Bahasa Melayu' ? MALAY : ENGLISH),
};
