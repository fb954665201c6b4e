import type { SocialLinks as Links } from '@voordeur/contracts/http';
import { useText } from '../../i18n/use-text';
import { Tooltip } from '../../ui/tooltip';

/** Brand names are the same in every language. */
const places = [
  {
    key: 'instagram',
    name: 'Instagram',
    path: 'M4 1h8a3 3 0 013 3v8a3 3 0 01-3 3H4a3 3 0 01-3-3V4a3 3 0 013-3zM8 5a3 3 0 100 6 3 3 0 000-6zM12 3.6v.8',
  },
  {
    key: 'linkedin',
    name: 'LinkedIn',
    path: 'M3 6v8M3 2.6v.6M7 14V6M7 9.5C7 7.5 8.4 6 10.4 6S14 7.2 14 9.5V14',
  },
  { key: 'facebook', name: 'Facebook', path: 'M10 15V9h3M10 9V5.6C10 4 10.8 3 12.6 3H13M7 9h3' },
  {
    key: 'youtube',
    name: 'YouTube',
    path: 'M1 8c0-4 .6-5 7-5s7 1 7 5-.6 5-7 5-7-1-7-5zM6.7 5.8v4.4L10.4 8z',
  },
] as const;

/** The owner's pages elsewhere, as many as there are. */
export function SocialLinks({ links }: { links: Links }) {
  const text = useText();
  return (
    <ul className="flex gap-1.5" aria-label={text('home.about.follow')}>
      {places
        .filter(({ key }) => links[key] !== undefined)
        .map(({ key, name, path }) => (
          <li key={key}>
            <Tooltip name={name}>
              <a href={links[key]} target="_blank" rel="noopener" className="social">
                <svg
                  width="18"
                  height="18"
                  viewBox="0 0 16 16"
                  fill="none"
                  stroke="currentColor"
                  strokeWidth="1.5"
                  aria-hidden="true"
                >
                  <path d={path} />
                </svg>
                <span className="sr-only">
                  {name} {text('common.newTab')}
                </span>
              </a>
            </Tooltip>
          </li>
        ))}
    </ul>
  );
}
