import { useIntl } from 'react-intl';

/** Numbers as the admin shows them in its language. */
export function useFigures() {
  const { formatNumber } = useIntl();
  const percent = (share: number) => formatNumber(share, { style: 'percent', maximumFractionDigits: 0 });
  /** Small ones differ in their tenths. */
  const tenths = (share: number) => {
    const digits = share < 0.0995 ? 1 : 0;
    return { minimumFractionDigits: digits, maximumFractionDigits: digits };
  };
  const rate = (share: number) => formatNumber(share, { style: 'percent', ...tenths(share) });
  return {
    /** +12% of a share of 0.12 */
    change: (share: number) =>
      formatNumber(share, { style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' }),
    /** 3,320 */
    figure: (value: number) => formatNumber(value),
    /** 3.3K */
    short: (value: number) => formatNumber(value, { notation: 'compact', maximumFractionDigits: 1 }),
    /** 58.1 */
    average: (value: number) => formatNumber(value, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
    /** 64% of a share of 0.64 */
    percent,
    /** 1.7%, and 12% of a share of 0.12 */
    rate,
    /** 1.0–2.9% */
    interval: (low: number, high: number) => `${formatNumber(low * 100, tenths(high))}–${rate(high)}`,
    /** The same, and <1% for shares that would be rounded to nothing. */
    share: (share: number) => (share > 0 && share < 0.005 ? `<${percent(0.01)}` : percent(share)),
  };
}
