import { useState, type ReactNode } from 'react';

const files = import.meta.glob<string>('../../../../node_modules/country-flag-icons/3x2/[A-Z][A-Z].svg', {
  query: '?url',
  import: 'default',
  eager: true,
});
const flags = new Map(Object.entries(files).map(([path, url]) => [path.slice(-6, -4), url]));

/** By ISO 3166-1 alpha-2. Its own file, because it names all flags and loads after the figures. */
export default function CountryFlag({ code, fallback }: { code: string; fallback: ReactNode }) {
  const [failed, setFailed] = useState(false);
  const url = flags.get(code);
  if (url === undefined || failed) return fallback;
  return (
    <img src={url} alt="" className="h-3.5 w-5.25 flex-none rounded-xs" onError={() => setFailed(true)} />
  );
}
