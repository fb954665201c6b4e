import * as flags from 'country-flag-icons/react/3x2';
import { noFlag } from './no-flag';

/** By ISO 3166-1 alpha-2; an empty frame for a country that has none, or is not known. Beside its name. */
export default function CountryFlag({ code }: { code: string }) {
  const Flag = (flags as Partial<typeof flags>)[code as keyof typeof flags];
  if (!Flag) return noFlag;
  return <Flag aria-hidden="true" className="flag" />;
}
