import { ReadableStream, TextDecoderStream, TransformStream } from 'node:stream/web';
import { afterEach } from 'vitest';

// What browsers and Node have, and a window of jsdom in its own context does not.
Object.assign(globalThis, { ReadableStream, TextDecoderStream, TransformStream });
// What browsers have and jsdom does not; the kit's parts measure and scroll.
class NoObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
globalThis.ResizeObserver ??= NoObserver as unknown as typeof ResizeObserver;
globalThis.IntersectionObserver ??= NoObserver as unknown as typeof IntersectionObserver;
Element.prototype.scrollIntoView ??= () => {};
// Windows here have no animations, so nothing waits for their end.
Object.assign(globalThis, { BASE_UI_ANIMATIONS_DISABLED: true });
Element.prototype.getAnimations ??= () => [];
HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
  this.open = true;
};
globalThis.matchMedia ??= ((query: string) => ({
  matches: false,
  media: query,
  onchange: null,
  addEventListener() {},
  removeEventListener() {},
  addListener() {},
  removeListener() {},
  dispatchEvent: () => false,
})) as typeof matchMedia;

afterEach(() => {
  document.body.replaceChildren();
  document.documentElement.removeAttribute('data-theme');
});
