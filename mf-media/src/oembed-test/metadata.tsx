import type { OembedResult } from '@pagecast/api/contract';
import { Card, Time } from '@pagecast/shell/kit';
import type { ReactNode } from 'react';

const PLATFORMS: Record<OembedResult['platform'], string> = { facebook: 'Facebook', instagram: 'Instagram' };

/** Everything that came, by the names of the format. Facebook gives some of them no longer. */
export function Metadata({ result }: { result: OembedResult }) {
  return (
    <Card title="Metadata">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2">
        <Row name="Platform" value={PLATFORMS[result.platform]} />
        <Row name="Type" value={result.type} />
        <Row name="Provider" value={result.provider_name} />
        <Row name="Version" value={result.version} />
        <Row name="Width" value={result.width === null ? null : `${result.width} px`} />
        <Row name="Height" value={result.height === null ? null : `${result.height} px`} />
        <Row name="Title" value={result.title} />
        <Row name="Author" value={result.author_name} />
        <Row
          name="Original URL"
          value={
            <a
              href={result.originalUrl}
              target="_blank"
              rel="noreferrer"
              className="text-accent underline underline-offset-2"
            >
              {result.originalUrl}
            </a>
          }
        />
        <Row name="Fetched at" value={<Time instant={result.fetchedAt} />} />
      </dl>
    </Card>
  );
}

function Row({ name, value }: { name: string; value: ReactNode }) {
  return (
    <>
      <dt className="text-ink-soft">{name}</dt>
      <dd className="wrap-anywhere">{value ?? <span className="text-ink-soft italic">not provided</span>}</dd>
    </>
  );
}
