import { useState } from 'react';
import { cn } from '../ui/cn.ts';
import { countGraphemes } from './count-graphemes.ts';
import { truncateText } from './truncate-text.ts';
import { splitPostText } from './split-post-text.ts';

/** Facebook shows a text this short in large letters, when nothing but text is in the post. */
const LARGE_UP_TO = 85;

/** The text of a post with its hashtags and links, cut off where Facebook cuts it off. */
export function PostText({
  content,
  isAlone = false,
  place = 'post',
}: {
  content: string;
  isAlone?: boolean;
  place?: 'post' | 'reel';
}) {
  const text = content.trim();
  const truncated = truncateText(text, place);
  const parts = splitPostText(text);
  const isLarge =
    isAlone &&
    truncated === null &&
    text.length < LARGE_UP_TO * 10 &&
    countGraphemes(text) <= LARGE_UP_TO &&
    parts.every(({ kind }) => kind !== 'link');
  return (
    <div dir="auto" className={cn(isLarge ? 'text-2xl' : 'text-read')}>
      {truncated === null ? <Parts text={text} /> : <Truncated text={text} shown={truncated} />}
    </div>
  );
}

/** Once expanded a text stays so while it is written on. */
function Truncated({ text, shown }: { text: string; shown: string }) {
  const [isWhole, setIsWhole] = useState(false);
  const label = isWhole ? 'See less' : 'See more';
  return (
    <>
      <Parts text={isWhole ? text : `${shown}... `} />
      {isWhole && ' '}
      <button
        type="button"
        aria-expanded={isWhole}
        className="min-h-6 font-semibold text-current opacity-80 hover:underline"
        onClick={() => setIsWhole(!isWhole)}
      >
        {label}
      </button>
    </>
  );
}

function Parts({ text }: { text: string }) {
  return splitPostText(text).map((part, index) =>
    part.kind === 'text' ? (
      part.text
    ) : (
      <span key={index} className="text-accent">
        {part.text}
      </span>
    ),
  );
}
