import type { VideoSource } from '@voordeur/contracts/http';

/** The address of a provider's cookieless, autoplaying player; null for a file of ours. */
export function playerAddress({ provider, source, embedUrl }: VideoSource): string | null {
  if (provider === 'file') return null;
  if (embedUrl !== undefined) return embedUrl;
  if (provider === 'youtube') {
    return `https://www.youtube-nocookie.com/embed/${source}?autoplay=1&rel=0&playsinline=1`;
  }
  // An unlisted video's id includes its key: 123456/abcdef.
  const [id, key] = source.split('/');
  return `https://player.vimeo.com/video/${id ?? ''}?${key === undefined ? '' : `h=${key}&`}autoplay=1&dnt=1`;
}
