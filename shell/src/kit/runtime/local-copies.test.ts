// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { forgetLocalCopies, LOCAL_COPIES } from './local-copies.ts';

test('a log out takes away copies of unsaved work, in the tab and in the browser, and nothing else', () => {
  for (const storage of [localStorage, sessionStorage]) {
    storage.setItem(`${LOCAL_COPIES}1`, 'written by somebody');
    storage.setItem('pagecast.theme', 'dark');
  }
  forgetLocalCopies();
  for (const storage of [localStorage, sessionStorage]) expect(Object.keys(storage)).toEqual(['pagecast.theme']);
});
