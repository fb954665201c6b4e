/** By video id: how long it plays, where that is known (build/site-files.ts). */
declare module 'virtual:video-seconds' {
  const seconds: Partial<Record<string, number>>;
  export default seconds;
}
