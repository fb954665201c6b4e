import seconds from 'virtual:video-seconds';
import { useIntl } from 'react-intl';
import { site } from '../config/site';
import { watching } from '../config/timings';
import { compareLengths, inSpokenUnit } from '../lib/clip-lengths';
import { useText } from './use-text';

const all = compareLengths(site.videos.map(({ id }) => seconds[id]));

/** Sentences about how long the videos are, which hold for those that this site has. */
export function useVideoWords() {
  const text = useText();
  const { formatNumber } = useIntl();
  /** 12 seconds */
  const length = (of: number) => {
    const { value, unit } = inSpokenUnit(of);
    return formatNumber(value, { style: 'unit', unit, unitDisplay: 'long' });
  };
  const headline =
    all.about === null ? text('learn.headlineVaried') : text('learn.headline', { length: length(all.about) });
  return {
    headline,
    /** The sign-up asks after two minutes: only a longer video has minutes that are free. */
    invitation: all.longest > watching.gateSeconds ? text('home.tiles.learnText') : headline,
    lengthOf: (videoId: string) => {
      const known = seconds[videoId];
      return known === undefined ? null : { seconds: known, spoken: length(known) };
    },
  };
}
