import { Globe, MessageCircle, Share2, ThumbsUp } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Avatar } from './avatar.tsx';
import { splitHashtags } from './split-hashtags.ts';

/** About where Facebook cuts a text and offers the rest. */
const CUT_AT = 480;

/** A post as followers will see it on their phones. */
export function PostPreview({ pageName, when, content, placeholder = 'Your text appears here.' }: {
  pageName: string; when: ReactNode; content: string; placeholder?: string;
}) {
  return (
    <section aria-label="Preview" className="w-full max-w-[390px] rounded-[20px] border border-line bg-sunken p-3">
      <div className="rounded-card border border-line bg-surface">
        <header className="flex items-center gap-2.5 px-4 pt-4">
          <Avatar name={pageName} />
          <div className="min-w-0">
            <p className="truncate font-semibold">{pageName}</p>
            <p className="flex items-center gap-1 text-xs text-ink-soft">{when}<Globe aria-hidden className="size-3" /></p>
          </div>
        </header>
        <div className="px-4 py-3 text-read wrap-anywhere whitespace-pre-wrap">
          {content.trim() === '' ? <p className="text-ink-soft">{placeholder}</p> : <Text key={content.length > CUT_AT ? 'long' : 'short'} content={content} />}
        </div>
        <footer aria-hidden className="mx-4 flex justify-between border-t border-line py-2.5 text-xs text-ink-soft [&_svg]:size-4 [&>span]:flex [&>span]:items-center [&>span]:gap-1.5">
          <span><ThumbsUp />Like</span><span><MessageCircle />Comment</span><span><Share2 />Share</span>
        </footer>
      </div>
    </section>
  );
}

function Text({ content }: { content: string }) {
  const [isWhole, setIsWhole] = useState(content.length <= CUT_AT);
  const shown = isWhole ? content : content.slice(0, CUT_AT).replace(/\S*$/, '').trimEnd();
  return (
    <p>
      {splitHashtags(shown).map((piece, index) => (piece.isHashtag ? <span key={index} className="text-accent">{piece.text}</span> : piece.text))}
      {!isWhole && <>... <button type="button" className="font-semibold text-ink-soft hover:underline" onClick={() => setIsWhole(true)}>See more</button></>}
    </p>
  );
}
