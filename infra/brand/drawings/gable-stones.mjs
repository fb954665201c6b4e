/*
 * Gable stones: the carved signs over Dutch doors from before houses had numbers. Line drawings on 60 × 60, one
 * weight, one colour.
 */
const signs = {
  key: '<circle cx="22" cy="30" r="7.5"/><path d="M29.5 30H46M40 30v6.5M45.5 30v5"/>',
  bell: '<path d="M19 39.5h22c-3.5-3-4-6.5-4-11a7 7.5 0 00-14 0c0 4.5-.5 8-4 11zM30 21v-3.5M27 43.5a3.2 3.2 0 006 0"/>',
  anchor:
    '<circle cx="30" cy="18.5" r="3.5"/><path d="M30 22v23M23.5 27.5h13M17.5 34.5c1.5 7 6 10.5 12.5 10.5s11-3.5 12.5-10.5M14.8 38.3l2.7-4.8 4.4 3M45.2 38.3l-2.7-4.8-4.4 3"/>',
  loaf: '<path d="M16.5 40.5v-8c-3-1.5-3.5-4.5-2-7 2-3.5 8-5.5 15.5-5.5s13.5 2 15.5 5.5c1.5 2.5 1 5.5-2 7v8zM24.5 26.5l-2.5 6M31.5 26l-2.5 6M38.5 26.5l-2.5 6"/>',
  barrel:
    '<path d="M21.5 16.5h17c4.5 9 4.5 18 0 27h-17c-4.5-9-4.5-18 0-27zM19 24.5h22M19 35.5h22M30 16.5v27"/>',
  swan: '<path d="M17 21.5c-.5-4.5 6-6.5 8.5-2.5 3 5-3.5 9.5-4 15.5-.4 5.5 4.5 9 11 9 8.5 0 13.5-5.5 14-14-4.5 2.5-7.5 3-11.5 2.5-3 0-5.5 1.5-6.5 4M17 21.5l-4.5 2.8 5.5 1.2"/>',
};

export const gableStoneNames = Object.keys(signs);

/** The sign alone in its stone, 60 × 60, drawn in `currentColor` (cream where a page sets none). */
export function gableStone(name) {
  const stone =
    '<path d="M4.5 55.5V20c0-3 1.5-4 4-5 5.5-2 8-4.5 10.5-8 1.5-2 3-2.5 5-2.5h12c2 0 3.5.5 5 2.5 2.5 3.5 5 6 10.5 8 2.5 1 4 2 4 5v35.5z"/>';
  return `<svg xmlns="http://www.w3.org/2000/svg" width="60" height="60" viewBox="0 0 60 60" fill="none" stroke="currentColor" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round" color="#f3efe6">${stone}${signs[name]}</svg>\n`;
}
