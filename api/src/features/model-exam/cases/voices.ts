import type { ProposedVoice } from '../../../contract/page-voice.ts';
import { countWords } from '../../../text-checks/words.ts';
import { askForVoice, readProposal, VOICE_SCHEMA } from '../../page-voice/propose-voice.ts';
import { BRIEFS, type Brief } from '../briefs.ts';
import { claimFindings, wordFindings, wordsOf } from '../checks.ts';
import { at, type ExamFinding, type GoldenCase } from '../golden-case.ts';
import { ORDERS } from './orders.ts';

const CASES = 8;
/** Of what describes a page in "short plain phrases". */
const MOST_WORDS = 60;
const SIGN_OFFS = ['See you at the counter!', 'Jumpa di kedai!'] as const;

export const VOICE_CASES: readonly GoldenCase[] = Array.from({ length: CASES }, (_, index) => voiceCase(index));

function voiceCase(index: number): GoldenCase {
  const brief = at(BRIEFS, index);
  const language = index % 2 === 0 ? 'English' : 'Bahasa Melayu';
  const order = index % 2 === 1 ? at(ORDERS, index) : null;
  const posts = postsOf(brief, language === 'English' ? 'english' : 'malay', order?.text ?? null);
  return {
    id: `voice-${index + 1}`,
    prompt: 'voice',
    kind: 'voice of a page',
    tone: null,
    language,
    length: `${posts.length} posts`,
    ask: (writing) => ({ ...askForVoice(brief.page, posts, writing), schema: VOICE_SCHEMA }),
    read: asRead,
    async findings(answer) {
      const voice = readProposal(answer);
      if (voice === null) return [{ check: 'structure', detail: 'is no voice' }];
      return [...voiceFindings(voice, posts.join('\n')), ...wordFindings(order === null ? [] : [order.never], answer)];
    },
  };
}

/** What it says of the page has to stand in its posts. */
function voiceFindings({ tone, audience, languageMix, wordsToUse, facts, signOff }: ProposedVoice, posts: string) {
  const [fields, said] = [{ tone, audience, languageMix }, ` ${wordsOf(posts).join(' ')} `];
  const inPosts = (words: string) => said.includes(` ${wordsOf(words).join(' ')} `);
  const invented = [...wordsToUse, ...(signOff === '' ? [] : [signOff])].filter((words) => !inPosts(words));
  const findings: ExamFinding[] = [
    ...Object.entries(fields).flatMap(([name, text]): ExamFinding[] =>
      text === '' ? [{ check: 'structure', detail: `says nothing of the ${name}` }] : [],
    ),
    ...Object.entries(fields).flatMap(([name, text]): ExamFinding[] =>
      countWords(text) > MOST_WORDS ? [{ check: 'length', detail: `${countWords(text)} words of ${name}` }] : [],
    ),
    ...invented.slice(0, 1).map((words): ExamFinding => ({ check: 'claims', detail: `“${words}” is in no post` })),
    ...claimFindings([posts], facts),
    ...(facts === '' ? [{ check: 'facts', detail: 'found none' } as const] : []),
  ];
  return findings;
}

/** Posts of one page, which end alike and have its facts. */
function postsOf({ page, topic, facts }: Brief, language: 'english' | 'malay', order: string | null): string[] {
  const signOff = language === 'english' ? SIGN_OFFS[0] : SIGN_OFFS[1];
  const openings =
    language === 'english'
      ? ['Good morning, neighbours.', 'You asked for it.', 'New this week.', 'Thank you for coming.']
      : ['Selamat pagi, jiran.', 'Anda yang minta.', 'Baharu minggu ini.', 'Terima kasih kerana datang.'];
  return openings.map((opening, index) => {
    const quoted = order !== null && index === 1 ? ` “${order}”` : '';
    return `${opening} ${page}: ${topic[language]}.${quoted} ${facts[language]}. ${signOff}`;
  });
}

function asRead(answer: string): string {
  const voice = readProposal(answer);
  if (voice === null) return answer;
  return Object.entries(voice)
    .map(([name, value]) => `${name}: ${Array.isArray(value) ? value.join(', ') : value}`)
    .join('\n');
}
