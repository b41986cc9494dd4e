/** What we use of it: the package describes only its inner functions. */
declare module 'libheif-js/wasm-bundle.js' {
  interface Pixels {
    readonly data: Uint8ClampedArray<ArrayBuffer>;
    readonly width: number;
    readonly height: number;
  }

  interface HeifImage {
    get_width(): number;
    get_height(): number;
    /** Fills `data` with four bytes a pixel. @param done gets null when the picture cannot be decoded */
    display(pixels: Pixels, done: (filled: Pixels | null) => void): void;
  }

  const libheif: {
    /** @returns the pictures of a file, the main one first; none when it is no HEIF */
    readonly HeifDecoder: new () => { decode(bytes: Uint8Array): readonly HeifImage[] };
  };
  export default libheif;
}
