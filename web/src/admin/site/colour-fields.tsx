import {
  type Colours,
  type ColourSet,
  colourPattern,
  colourSets,
  contrastOfLamp,
  isLampFaint,
  readableLamp,
  tokensOf,
} from '@voordeur/contracts/http';
import { type CSSProperties, useState } from 'react';
import { useIntl } from 'react-intl';
import { useText } from '../../i18n/use-text';
import { TextField } from '../../ui/field';
import { colourSetNames, colourSetTexts } from './setting-fields';
import { Setting } from './setting-inputs';
import type { SettingsForm } from './use-settings-form';

/** The colours of the site: one of the sets, and a lamp colour of her own. */
export function ColourFields({ form }: { form: SettingsForm }) {
  const text = useText();
  const { formatNumber } = useIntl();
  const [builtIn] = useState(builtInLamp);
  const { typed, isLocked } = form.settingOf('colours');
  const { set, lamp = '' } = (typed ?? { set: 'evening' }) as Colours;
  const isColour = colourPattern.test(lamp);
  const shown = isColour ? lamp : (tokensOf({ set })['lamp'] ?? builtIn);
  const isFaint = isLampFaint(shown);
  const shade = readableLamp(shown);
  const problem = form.problems['colours.lamp'];

  /** The evening as it's built is no setting at all. */
  function change(colours: Colours) {
    const own = { set: colours.set, ...(colours.lamp && { lamp: colours.lamp }) };
    form.change('colours', own.set === 'evening' && !own.lamp ? null : own);
  }

  return (
    <Setting form={form} of="colours">
      <fieldset disabled={isLocked}>
        <legend className="mb-2 font-semibold">{text('admin.yourSite.colourSet')}</legend>
        <div className="grid gap-3.5 phone:grid-cols-3">
          {colourSets.map((one) => (
            <label
              key={one}
              className="grid cursor-pointer content-start gap-2.5 rounded-control border border-line p-2.5 has-checked:border-lamp"
            >
              <Swatch colours={{ set: one, lamp }} />
              <span className="flex items-center gap-2 font-semibold">
                <input
                  type="radio"
                  name="colours.set"
                  value={one}
                  className="size-4.5 flex-none accent-lamp"
                  checked={set === one}
                  onChange={() => change({ set: one, lamp })}
                />
                {text(colourSetNames[one])}
              </span>
              <span className="text-note text-text-2">{text(colourSetTexts[one])}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <p className="-mt-1.5 text-note text-text-3">{text('admin.yourSite.coloursHint')}</p>
      <div className="grid grid-cols-[4rem_minmax(0,16rem)] items-start gap-x-3">
        <input
          type="color"
          aria-label={text('admin.yourSite.lampPick')}
          className="mt-7 h-12 w-16 cursor-pointer rounded-control border border-edge bg-night p-1 disabled:cursor-auto"
          disabled={isLocked}
          value={shown.toLowerCase()}
          onChange={({ target: { value } }) => change({ set, lamp: value })}
        />
        <TextField
          name="colours.lamp"
          label={text('admin.yourSite.lamp')}
          autoComplete="off"
          spellCheck={false}
          readOnly={isLocked}
          value={lamp}
          error={isFaint ? text('admin.yourSite.lampDark') : problem && text(problem)}
          onChange={({ target: { value } }) => change({ set, lamp: value.trim() })}
        />
      </div>
      <div className="flex flex-wrap items-center gap-x-5 text-note">
        <p role="status" className={isFaint ? 'text-alarm' : 'text-ok'}>
          {(isColour || lamp === '') &&
            text('admin.yourSite.contrast', {
              // Downwards, so that 4.49 doesn't read as the 4.5 it lacks.
              contrast: formatNumber(Math.floor(contrastOfLamp(shown) * 10) / 10, {
                minimumFractionDigits: 1,
              }),
            })}
        </p>
        {isFaint && (
          <button type="button" className="button-link" onClick={() => change({ set, lamp: shade })}>
            {text('admin.yourSite.useShade', { shade })}
          </button>
        )}
      </div>
      <p className="-mt-1.5 text-note text-text-3">{text('admin.yourSite.lampHint')}</p>
    </Setting>
  );
}

/** The site in these colours, small: a heading, a line of text, a button. */
function Swatch({ colours }: { colours: { set: ColourSet; lamp: string } }) {
  const tokens = Object.entries(tokensOf(colours)).map(([name, value]) => [`--color-${name}`, value]);
  return (
    <span
      aria-hidden="true"
      className="grid justify-items-start gap-2 rounded-control border border-line bg-night p-3"
      style={Object.fromEntries(tokens) as CSSProperties}
    >
      <span className="h-2 w-4/5 rounded-full bg-text" />
      <span className="h-1.5 w-3/5 rounded-full bg-text-3" />
      <span className="mt-1 grid h-7 w-16 place-items-center rounded-control bg-lamp">
        <span className="h-1.5 w-8 rounded-full bg-ink" />
      </span>
    </span>
  );
}

/** The lamp colour of tokens.css as `#rrggbb`, in whichever form the built style sheet has it. */
function builtInLamp(): string {
  const brush = document.createElement('canvas').getContext('2d');
  if (!brush) return '#000000';
  brush.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--color-lamp');
  return brush.fillStyle;
}
