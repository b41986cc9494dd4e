import type { Post, TimelineEntry } from '@pagecast/api/contract';
import { describeEdit, describeEntry } from './describe-entry.ts';

/** The whole timeline as text, with what support asks for. Times are UTC there. */
export function describeReport(post: Post, entries: readonly TimelineEntry[]): string {
  return [
    `Post ${post.id}, ${post.status}, ${post.publishPlatform}${post.pageName === null ? '' : `, ${post.pageName}`}`,
    ...entries.flatMap((entry) => {
      const { title, lines } = describeEntry(entry, { post, timeZone: 'UTC' });
      return [
        `${entry.at}  ${title}`,
        ...lines.map((line) => `    ${line}`),
        ...technicalLines(entry).map((line) => `    ${line}`),
      ];
    }),
  ].join('\n');
}

function technicalLines(entry: TimelineEntry): string[] {
  switch (entry.kind) {
    case 'written':
      return entry.generation === null ? [] : [`Prompt: ${entry.generation.prompt}`];
    case 'edited':
      return entry.edits.map(describeEdit);
    case 'attempt':
      return [...entry.answers.map(({ fault }) => fault), entry.fault].flatMap((fault) =>
        fault === null
          ? []
          : [
              Object.entries(fault)
                .filter(([, value]) => value !== null)
                .map(([name, value]) => `${name}: ${value}`)
                .join(', '),
            ],
      );
    case 'published':
      return [`ID ${entry.remoteId ?? 'unknown'}`, ...(entry.permalinkUrl === null ? [] : [entry.permalinkUrl])];
    default:
      return [];
  }
}
