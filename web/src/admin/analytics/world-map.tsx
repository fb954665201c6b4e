import { geoEqualEarth, geoPath } from 'd3-geo';
import { feature } from 'topojson-client';
import world from 'world-atlas/countries-110m.json';
import { use } from 'react';
import { useNavigate } from 'react-router-dom';
import { useText } from '../../i18n/use-text';
import { useFilterLabels } from './filters';
import type { PanelCounts } from './panel-counts';
import { FixedPeriod, searchOf, toggleFilter, usePeriod } from './period';
import { shadeOf, ShadesLegend } from './time-views';
import { useFigures } from './formats';

const [width, height] = [800, 372];
const antarctica = '010';
const { features } = feature(world, world.objects.countries);
const inhabited = features.filter(({ id }) => id !== antarctica);
const draw = geoPath(
  geoEqualEarth().fitSize([width, height], { type: 'FeatureCollection', features: inhabited }),
);
const shapes = inhabited.map((country) => ({ code: alpha2Of(country.id), path: draw(country) ?? '' }));
// Some have no number in the atlas, and are no country that figures know.
const onMap = new Set(shapes.map(({ code }) => code).filter((code) => code !== ''));

/**
 * The world, each country in the shade of its count. Pressing one filters by it, like its row in the table. Its own
 * file, because it brings the world and loads late.
 */
export default function WorldMap({ counts: { rows, counted } }: { counts: PanelCounts }) {
  const text = useText();
  const { figure } = useFigures();
  const { ofValue } = useFilterLabels();
  const navigate = useNavigate();
  const period = usePeriod();
  const isFixed = use(FixedPeriod) !== null;
  const counts = new Map(rows.map(({ value, count }) => [value, count]));
  const most = Math.max(1, ...rows.filter(({ value }) => onMap.has(value)).map(({ count }) => count));
  const elsewhere = rows.filter(({ value }) => !onMap.has(value)).reduce((sum, { count }) => sum + count, 0);
  const ofSessions = counted === 'sessions';
  const filterBy = (value: string) =>
    void navigate(searchOf(toggleFilter(period, { dimension: 'country', operator: 'is', value })));
  return (
    <>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={text(ofSessions ? 'admin.analytics.sessionMapLabel' : 'admin.analytics.mapLabel')}
        className="mt-5 mb-3 block w-full"
      >
        {shapes.map(({ code, path }, index) => {
          const count = onMap.has(code) ? counts.get(code) : undefined;
          return (
            <path
              key={index}
              d={path}
              fill={shadeOf(count ?? 0, most)}
              stroke="var(--color-street)"
              strokeWidth=".7"
              {...(count !== undefined &&
                !isFixed && { className: 'cursor-pointer', onClick: () => filterBy(code) })}
            >
              {count !== undefined && <title>{`${ofValue('country', code)}: ${figure(count)}`}</title>}
            </path>
          );
        })}
      </svg>
      <ShadesLegend most={most} />
      {elsewhere > 0 && (
        <p className="mt-2 text-note text-text-2">
          {text(ofSessions ? 'admin.analytics.sessionsOffMap' : 'admin.analytics.offMap', {
            count: elsewhere,
          })}
        </p>
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
