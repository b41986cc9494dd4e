import { EMBED_FRAME_PATH, type EmbedToShow } from '@pagecast/api/contract';
import { useEffect, useRef, useState } from 'react';

/** An embed tells how tall it has become; more than this it may not take. */
const [SMALLEST, TALLEST] = [120, 1600];

/**
 * Shows a third party's HTML, scripts and all, where it has no origin: none of our cookies, storage, pages and calls
 * are in its reach.
 */
export function EmbedFrame({ html, title }: { html: string; title: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(SMALLEST);

  useEffect(() => {
    const listen = ({ source, data }: MessageEvent<unknown>) => {
      if (
        source !== frame.current?.contentWindow ||
        typeof data !== 'object' ||
        data === null ||
        !('height' in data) ||
        typeof data.height !== 'number'
      )
        return;
      setHeight(Math.min(TALLEST, Math.max(SMALLEST, data.height)));
    };
    addEventListener('message', listen);
    return () => removeEventListener('message', listen);
  }, []);

  return (
    <iframe
      ref={frame}
      src={EMBED_FRAME_PATH}
      title={title}
      sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"
      referrerPolicy="no-referrer"
      className="w-full rounded-control border border-line bg-white"
      style={{ height }}
      // It has no origin that could be named; what it is told is no secret.
      onLoad={() => frame.current?.contentWindow?.postMessage({ html } satisfies EmbedToShow, '*')}
    />
  );
}
