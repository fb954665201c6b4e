import { useIntl } from 'react-intl';

/** Numbers as the admin shows them in its language. */
export function useFigures() {
  const { formatNumber } = useIntl();
  return {
    /** 3,320 */
    figure: (value: number) => formatNumber(value),
    /** 3.3K */
    short: (value: number) => formatNumber(value, { notation: 'compact', maximumFractionDigits: 1 }),
    /** 58.1 */
    average: (value: number) => formatNumber(value, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
    /** 64% of a share of 0.64 */
    percent: (share: number) => formatNumber(share, { style: 'percent', maximumFractionDigits: 0 }),
  };
}
