/** Made by `build/compiled-texts.ts`. */
declare module 'virtual:texts/*' {
  const texts: import('./unpack-texts').PackedTexts;
  export default texts;
}

declare namespace FormatjsIntl {
  /** A key that is in no catalogue does not compile. */
  interface Message {
    ids: import('@voordeur/contracts/messages').MessageKey;
  }
}

interface ImportMetaEnv {
  readonly BUILD_YEAR: number;
}
