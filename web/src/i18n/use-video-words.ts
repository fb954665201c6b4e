import { about, isLong } from 'virtual:video-lengths';
import { useLanguage, useText } from './use-text';

/** Sentences about how long the videos are, which hold for those that this site has. */
export function useVideoWords(): { headline: string; invitation: string } {
  const text = useText();
  const language = useLanguage();
  const headline = about ? text('learn.headline', { length: about[language] }) : text('learn.headlineVaried');
  // The sign-up asks after two minutes: only a longer video has minutes that are free.
  return { headline, invitation: isLong ? text('home.tiles.learnText') : headline };
}
