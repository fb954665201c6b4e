/** Shown while a flag loads, and for a country that has none. */
export const noFlag = <span aria-hidden="true" className="flag border border-line" />;
