/** What somebody might do to the kit: a text in the place of another, in a file of it, everywhere. */
export interface ChangedKit {
  readonly name: string;
  /** Relative to the kit. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
  /** Of what is said about it. */
  readonly says?: string;
}

const HOST = 'runtime/host.tsx';
const INDEX = 'index.ts';

export const BREAKING_KIT: readonly ChangedKit[] = [
  {
    name: 'an export is gone',
    file: INDEX,
    from: 'Badge, StatusBadge,',
    to: 'Badge,',
    says: 'StatusBadge of the kit is gone',
  },
  {
    name: 'an export has another name',
    file: INDEX,
    from: '{ Card }',
    to: '{ Card as Panel }',
    says: 'Card of the kit is gone',
  },
  {
    name: 'an export becomes the default',
    file: INDEX,
    from: '{ Pager }',
    to: '{ Pager as default }',
    says: 'Pager of the kit is gone',
  },
  {
    name: 'a prop has another name',
    file: 'ui/pager.tsx',
    from: 'onPage',
    to: 'onTurn',
    says: 'Pager.onPage of the kit is gone',
  },
  {
    name: 'a prop is gone',
    file: 'ui/button.tsx',
    from: '  busyLabel?: string;\n',
    to: '',
    says: 'Button.busyLabel of the kit is gone',
  },
  {
    name: 'a prop must be given',
    file: 'ui/badge.tsx',
    from: 'tone?: Tone;',
    to: 'tone: Tone;',
    says: 'Badge.tone of the kit must now be given',
  },
  {
    name: 'a new prop must be given',
    file: 'ui/pager.tsx',
    from: '  pages: number;',
    to: '  pages: number;\n  total: number;',
    says: 'Pager.total of the kit must now be given',
  },
  {
    name: 'a prop takes a value less',
    file: 'ui/button.tsx',
    from: " | 'ghost'",
    to: '',
    says: 'Button.variant of the kit no longer takes "ghost"',
  },
  {
    name: 'a callback hands over nothing',
    file: 'ui/pager.tsx',
    from: '(pageNumber: number) => void',
    to: '() => void',
    says: 'Pager.onPage of the kit no longer has argument 1',
  },
  {
    name: 'a part no longer takes what its element does',
    file: 'ui/inputs.tsx',
    from: "ComponentPropsWithRef<'input'>",
    to: '{ className?: string; type?: string }',
    says: 'TextInput',
  },
  {
    name: 'a function becomes async',
    file: 'time/format-time.ts',
    from: 'formatClock(instant: Instant, timeZone: string): string',
    to: 'formatClock(instant: Instant, timeZone: string): Promise<string>',
    says: 'formatClock() of the kit is now Promise<string>, was string',
  },
  {
    name: 'a function needs an argument more',
    file: 'time/format-time.ts',
    from: 'formatClock(instant: Instant, timeZone: string)',
    to: 'formatClock(instant: Instant, timeZone: string, locale: string)',
    says: 'formatClock of the kit needs argument 3 now',
  },
  {
    name: 'a function gives null at times',
    file: 'time/zone-name.ts',
    from: '(timeZone: string) =>',
    to: '(timeZone: string): string | null =>',
    says: 'zoneName() of the kit may now be null',
  },
  {
    name: 'a function gives a read-only list',
    file: 'posts/split-post-text.ts',
    from: 'linksIn(text: string): string[]',
    to: 'linksIn(text: string): readonly string[]',
    says: 'linksIn() of the kit is read-only now',
  },
  {
    name: 'a part takes no read-only list any more',
    file: 'ui/segmented-control.tsx',
    from: 'readonly Segment<Value>[]',
    to: 'Segment<Value>[]',
    says: 'SegmentedControl.options of the kit no longer takes a read-only list',
  },
  {
    name: 'a generic part takes fewer types',
    file: 'ui/segmented-control.tsx',
    from: 'SegmentedControl<Value extends string>',
    to: "SegmentedControl<Value extends 'list' | 'calendar'>",
    says: 'SegmentedControl',
  },
  {
    name: 'a hook gives one thing less',
    file: 'posts/use-generation.ts',
    from: 'return { isRunning, start, cancel }',
    to: 'return { isRunning, start }',
    says: 'useGeneration().cancel of the kit is gone',
  },
  {
    name: 'a hook gives an object in place of a pair',
    file: HOST,
    from: 'export const useSearch = (): [Search, SetSearch] =>',
    to: 'export const useSearch = (): { search: Search } =>',
    says: 'useSearch()',
  },
  {
    name: 'the host tells nobody anything',
    file: HOST,
    from: '  notify(toast: Toast): void;\n',
    to: '',
    says: 'HostApi.notify is gone',
  },
  {
    name: 'the host needs to know more of a notification',
    file: HOST,
    from: 'notify(toast: Toast): void;',
    to: 'notify(toast: Toast, area: string): void;',
    says: 'HostApi.notify needs argument 2 now',
  },
  {
    name: 'a field of a notification has another name',
    file: HOST,
    from: '  title: string;\n  description',
    to: '  heading: string;\n  description',
    says: 'HostApi.notify.title is gone',
  },
  {
    name: 'a notification must have a description',
    file: HOST,
    from: 'description?: string;',
    to: 'description: string;',
    says: 'HostApi.notify.description must now be given',
  },
  {
    name: 'the host may have nobody',
    file: HOST,
    from: 'readonly user: User;',
    to: 'readonly user: User | null;',
    says: 'HostApi.user may now be null',
  },
  {
    name: 'the host offers no new connection',
    file: HOST,
    from: '  reconnect?(): void;\n',
    to: '',
    says: 'HostApi.reconnect is gone',
  },
  {
    name: "the host's links lead elsewhere",
    file: HOST,
    from: '  to: string;\n  replace',
    to: '  href: string;\n  replace',
    says: 'HostApi.router.Link.to is gone',
  },
  {
    name: 'the host is of another version',
    file: HOST,
    from: 'readonly version: 1;',
    to: 'readonly version: 2;',
    says: 'HostApi.version',
  },
];
