import type { Endpoint } from '../../contract/endpoint.ts';

/** `listPagePlans` as a heading: "List page plans". */
export function summaryOf(name: string): string {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What its declaration says about a call, in sentences. */
export function descriptionOf(name: string, endpoint: Endpoint): { description?: string } {
  const { scope } = endpoint;
  const lines = [
    ...(ABOUT[name] === undefined ? [] : [ABOUT[name]]),
    ...(endpoint.access === 'admin' ? ['For administrators.'] : []),
    ...(scope === undefined ? [] : [`A token needs the scope \`${scope}\`.`]),
    ...(scope !== undefined && endpoint.isByPage !== true ? ['It is about all pages: not for tokens of some.'] : []),
    ...(endpoint.asksOnly === true ? ['Only asks: it changes nothing.'] : []),
    ...(endpoint.carriesMedia === true
      ? ['`mediaData` may be a file of up to 10 MB, as a data URL; everything else ends at 1 MB.']
      : []),
    ...(endpoint.takesFile === true ? ['The body is a file: as it is, or the first one of a form.'] : []),
    ...(endpoint.isHeavy === true
      ? ['Reads much: a few of them run at once for a person, and others wait their turn.']
      : []),
  ];
  return lines.length === 0 ? {} : { description: lines.join(' ') };
}

/** What programs must know of a call that its name does not tell. */
const ABOUT: Readonly<Record<string, string>> = {
  createPost:
    'Writes a post: a draft, one that waits for `scheduledAt` or for the next free slot, or one that goes out at once.',
  createComposition: 'One text for several pages. All of its posts are made, or none.',
  updatePost: 'A field that is left out stays as it is; null clears it.',
  publishPost: 'Asks for the post to be published now. `publishOutcome` tells the result.',
  publishOutcome: 'The result of publishing a post at once.',
  resolvePost: 'Ends a doubt: the owner says whether the post is out.',
  uploadSheet: 'Takes a list of posts, CSV or Excel. Nothing is made of it before `importSheet`.',
  previewSheet: 'What would be made of a sheet, row by row, and what stands in the way.',
  importSheet: 'Makes the posts of a sheet, all of them or none.',
  postTimeline: 'The story of a post: what happened to it, and who did it.',
  freeSlots: 'The next free times of the weekly plans.',
};

/** Bytes of any kind, or those of a form. */
export function bytesOf(what: 'file') {
  const bytes = { type: 'string', format: 'binary' } as const;
  return {
    'application/octet-stream': { schema: bytes },
    'multipart/form-data': { schema: { type: 'object' as const, properties: { [what]: bytes } } },
  };
}
