import type { SiteConfig, VideoSource } from '@voordeur/contracts/http';

/** One line per caption or chapter file of the config that isn't there or isn't WebVTT. */
export function findWrongTracks(
  { videos, intros }: SiteConfig,
  readFile: (path: string) => Buffer | null,
): string[] {
  const named: [string, VideoSource][] = [
    ...videos.map((video, index): [string, VideoSource] => [`videos.${index}`, video]),
    ...Object.entries(intros ?? {}).map(([language, intro]): [string, VideoSource] => [
      `intros.${language}`,
      intro,
    ]),
  ];
  return named.flatMap(([field, { captions, chapters }]) =>
    Object.entries({ captions, chapters }).flatMap(([kind, files]) =>
      Object.entries(files ?? {})
        .filter(([, path]) => !isWebVtt(readFile(path)))
        .map(([language, path]) => `${field}.${kind}.${language}: web/public${path} is not a WebVTT file`),
    ),
  );
}

/** By its first line; a byte order mark may precede it. */
function isWebVtt(file: Buffer | null): boolean {
  return file !== null && /^\uFEFF?WEBVTT(?:[ \t\r\n]|$)/.test(file.toString('utf8'));
}
