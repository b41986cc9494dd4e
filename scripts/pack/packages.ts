/** What a team needs whose area lives in a repository of its own. */
export interface PackedPackage {
  readonly name: string;
  readonly description: string;
  /** The package here whose version it has, and that has installed what it needs. */
  readonly of: 'api' | 'shell';
  /** By what is asked for: the source here. */
  readonly exports: Readonly<Record<string, string>>;
  /** Its files, as bundlers are told, that do something when they are loaded. */
  readonly sideEffects?: readonly string[];
  /** Named by its sources in no import. */
  readonly also?: readonly string[];
  /** The Node.js that it runs on, where that is not the one of areas. */
  readonly node?: string;
  readonly bin?: Readonly<Record<string, string>>;
  /** Exists once in a page, or is the area's own to choose. */
  readonly peers?: readonly string[];
  /** Only tests of an area need them. */
  readonly optionalPeers?: readonly string[];
}

export const PACKED: readonly PackedPackage[] = [
  {
    name: '@pagecast/contract',
    description: 'Every call of a Pagecast product, with its shapes.',
    of: 'api',
    exports: { '.': 'api/src/contract/index.ts' },
  },
  {
    name: '@pagecast/kit',
    description: 'What an area of Pagecast imports: the seam to its host, parts of screens, posts and times.',
    of: 'shell',
    exports: {
      '.': 'shell/src/kit/index.ts',
      './testing': 'shell/src/kit/testing.tsx',
      './standalone': 'shell/src/kit/standalone.tsx',
      './theme.css': 'shell/src/kit/theme.css',
    },
    sideEffects: ['**/*.css', './dist/testing.js'],
    peers: ['react', 'react-dom', '@tanstack/react-query'],
    optionalPeers: ['@testing-library/react', '@testing-library/user-event', 'vitest'],
  },
  {
    name: '@pagecast/build',
    description: 'The build of an area of Pagecast, for rspack.',
    of: 'shell',
    exports: { '.': 'scripts/build/rspack.remote.ts', './hot-reload': 'scripts/build/hot-reload.client.ts' },
    also: ['postcss', 'react-refresh', 'tailwindcss'],
    peers: ['@rspack/core', '@rspack/dev-server'],
  },
  {
    name: '@pagecast/release',
    description: 'Releases an area of Pagecast to a product, with a token.',
    of: 'shell',
    exports: { '.': 'scripts/release/product-client.ts', './smoke': 'scripts/release/smoke.ts' },
    bin: { 'pagecast-release': 'scripts/release/own-area.ts' },
  },
  {
    name: 'pagecast',
    description: 'Posts on Facebook pages, from a shell.',
    of: 'api',
    exports: {},
    node: '>=20',
    bin: { pagecast: 'api/src/cli/main.ts' },
  },
];

/** The name here of what is packed under another. */
export const RENAMED: Readonly<Record<string, string>> = {
  '@pagecast/api/contract': '@pagecast/contract',
  '@pagecast/shell/kit': '@pagecast/kit',
};
