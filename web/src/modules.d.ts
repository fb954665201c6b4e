/** Made by `build/compiled-texts.ts`. */
declare module 'virtual:texts' {
  type Name =
    `${import('@voordeur/contracts/http').TextLanguage}/${import('./i18n/catalogues').CatalogueName}`;
  const loaders: Record<Name, () => Promise<{ default: import('./i18n/texts-of-page').PackedTexts }>>;
  export default loaders;
}

/** Facts about the lengths of all videos (build/site-files.ts). */
declare module 'virtual:video-lengths' {
  /** The length of each, roughly; null where they differ too much, or one is unknown. */
  export const about: Record<import('@voordeur/contracts/http').TextLanguage, string> | null;
  /** Is one longer than visitors may watch before they are asked to sign up? */
  export const isLong: boolean;
}

/** How long each video plays, by its id, where that is known. */
declare module 'virtual:video-seconds' {
  /** As people say it: "12 seconds". */
  export const spoken: Partial<
    Record<string, Record<import('@voordeur/contracts/http').TextLanguage, string>>
  >;
  const seconds: Partial<Record<string, number>>;
  export default seconds;
}

/** The package has no types; these cover the options that we use. */
declare module 'subset-font' {
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: {
      targetFormat: 'woff2';
      keepFeatures: string[];
      variationAxes: Record<string, number | { min: number; max: number }>;
    },
  ): Promise<Buffer>;
}

/** The part of the atlas that the map needs, in place of a type as long as the file. */
declare module 'world-atlas/countries-110m.json' {
  const world: import('topojson-specification').Topology<{
    countries: import('topojson-specification').GeometryCollection;
  }>;
  export default world;
}

declare namespace FormatjsIntl {
  /** A key that is in no catalogue does not compile. */
  interface Message {
    ids: import('@voordeur/contracts/messages').MessageKey;
  }
}

interface ImportMetaEnv {
  readonly BUILD_YEAR: number;
  readonly HAS_LANGUAGE_MENU: boolean;
  readonly LANGUAGES: readonly string[];
}
