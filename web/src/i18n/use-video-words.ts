import { about, isLong } from 'virtual:video-lengths';
import { siteOfPage } from '../config/site';
import { watching } from '../config/timings';
import { useLanguage, useText } from './use-text';

/** Sentences about how long the videos are, which hold for those that this site has. */
export function useVideoWords(): { headline: string; invitation: string } {
  const text = useText();
  const language = useLanguage();
  // The build knows nothing of videos that the owner chose later.
  const { videos } = siteOfPage;
  const headline =
    about && !videos ? text('learn.headline', { length: about[language] }) : text('learn.headlineVaried');
  const hasLong = videos ? videos.some(({ seconds = 0 }) => seconds > watching.gateSeconds) : isLong;
  // The sign-up asks after two minutes: only a longer video has minutes that are free.
  return { headline, invitation: hasLong ? text('home.tiles.learnText') : headline };
}
