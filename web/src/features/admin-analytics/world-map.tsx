import type { RangeAnalytics } from '@voordeur/contracts/http';
import { geoEqualEarth, geoPath } from 'd3-geo';
import { feature } from 'topojson-client';
import world from 'world-atlas/countries-110m.json';
import { useText } from '../../i18n/use-text';
import { shadeOf, ShadesLegend } from './shades';
import { useFigures } from './use-figures';

const [width, height] = [800, 372];
const antarctica = '010';
const { features } = feature(world, world.objects.countries);
const inhabited = features.filter(({ id }) => id !== antarctica);
const draw = geoPath(
  geoEqualEarth().fitSize([width, height], { type: 'FeatureCollection', features: inhabited }),
);
const shapes = inhabited.map((country) => ({ code: alpha2Of(country.id), path: draw(country) ?? '' }));
const onMap = new Set(shapes.map(({ code }) => code));

/** The world, each country in the shade of its page views. Its own file, because it brings the world and loads late. */
export default function WorldMap({ countries }: { countries: RangeAnalytics['countryStats'] }) {
  const text = useText();
  const { figure } = useFigures();
  const counts = new Map(countries.map((country) => [country.code, country]));
  const most = Math.max(
    1,
    ...countries.filter(({ code }) => onMap.has(code)).map(({ visitors }) => visitors),
  );
  const elsewhere = countries
    .filter(({ code }) => !onMap.has(code))
    .reduce((sum, { visitors }) => sum + visitors, 0);
  return (
    <>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={text('admin.analytics.mapLabel')}
        className="mt-5 mb-3 block w-full"
      >
        {shapes.map(({ code, path }, index) => {
          const { country, visitors = 0 } = counts.get(code) ?? {};
          return (
            <path
              key={index}
              d={path}
              fill={shadeOf(visitors, most)}
              stroke="var(--color-street)"
              strokeWidth=".7"
            >
              {country !== undefined && <title>{`${country}: ${figure(visitors)}`}</title>}
            </path>
          );
        })}
      </svg>
      <ShadesLegend most={most} />
      {elsewhere > 0 && (
        <p className="mt-2 text-note text-text-2">{text('admin.analytics.offMap', { count: elsewhere })}</p>
      )}
    </>
  );
}

/**
 * The atlas knows countries by the numbers of ISO 3166-1, our figures by its letters. Languages' tags may name a region by
 * either, and the browser puts the letters in place of the number.
 */
function alpha2Of(id: string | number | undefined): string {
  if (id === undefined) return '';
  return new Intl.Locale(`und-${String(id).padStart(3, '0')}`).region ?? '';
}
