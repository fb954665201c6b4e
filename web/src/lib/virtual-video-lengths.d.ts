/** What holds for the lengths of all videos (build/site-files.ts). */
declare module 'virtual:video-lengths' {
  /** Of each, about; null where they differ too much, or one is unknown. */
  export const about: import('./spoken-length').SpokenLength | null;
  /** Is one longer than visitors may watch before they are asked to sign up? */
  export const isLong: boolean;
}

/** How long each video plays, in seconds, by its id, where that is known. */
declare module 'virtual:video-seconds' {
  const seconds: Partial<Record<string, number>>;
  export default seconds;
}
