import * as flags from 'country-flag-icons/react/3x2';
import type { ReactNode } from 'react';

/** By ISO 3166-1 alpha-2. Its own file, because it brings all flags and loads after the figures. */
export default function CountryFlag({ code, fallback }: { code: string; fallback: ReactNode }) {
  const Flag = (flags as Partial<typeof flags>)[code as keyof typeof flags];
  return Flag ? <Flag aria-hidden="true" className="h-3.5 w-[21px] flex-none rounded-xs" /> : fallback;
}
