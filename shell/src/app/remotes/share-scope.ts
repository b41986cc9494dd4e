import * as query from '@tanstack/react-query';
import queryPackage from '@tanstack/react-query/package.json' with { type: 'json' };
import react from 'react';
import dom from 'react-dom';
import client from 'react-dom/client';
import jsx from 'react/jsx-runtime';

/** One version of a module, as containers of all plugins of Module Federation look at it. */
const only = (version: string, module: object) => ({
  [version]: { from: 'pagecast_shell', eager: true, loaded: true, lib: () => module, get: () => () => module },
});

/** What exists once in a page: the shell's copy, with its contexts, serves every remote. */
export const shareScope = {
  '@tanstack/react-query': only(queryPackage.version, query),
  react: only(react.version, react),
  'react-dom': only(dom.version, dom),
  'react-dom/client': only(dom.version, client),
  'react/jsx-runtime': only(react.version, jsx),
};
