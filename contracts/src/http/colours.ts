/** The colours of the site: a tested set, and a lamp colour of the owner's in place of the set's. */
export interface Colours {
  set: ColourSet;
  /** `#` and six digits. */
  lamp?: string;
}

/** The sets, by the tokens of web/src/ui/tokens.css that they replace. `evening` is that file's own look. */
const tokensOfSets = {
  evening: {},
  'blue-hour': {
    ...{ night: '#0a0f18', street: '#0e1521', paint: '#141e2e', 'paint-2': '#1a2639' },
    ...{ line: '#27354b', edge: '#6f83a1' },
    ...{ text: '#eff0f2', 'text-2': '#bbc4d1', 'text-3': '#909db1' },
    ...tokensOfLamp('#f4cd7c'),
  },
  hearth: {
    ...{ night: '#140e0b', street: '#19120e', paint: '#231914', 'paint-2': '#2c2019' },
    ...{ line: '#403128', edge: '#907a6b' },
    ...{ text: '#f6eee4', 'text-2': '#cdbfb1', 'text-3': '#a7978a' },
    ...tokensOfLamp('#f4a951'),
  },
} satisfies Record<string, Record<string, string>>;
export type ColourSet = keyof typeof tokensOfSets;
export const colourSets = Object.keys(tokensOfSets) as ColourSet[];

export const colourPattern = /^#[0-9a-f]{6}$/i;
/** The lightest ground of all sets (infra/brand/check-colours.mjs checks that): a lamp that reads on it reads anywhere. */
export const lightestGround = '#1a2a24';
/** For text, by WCAG 2.2 (1.4.3). */
export const leastContrast = 4.5;

/** The tokens that these colours replace. Nothing but `#` and six digits comes out, whatever was stored. */
export function tokensOf(colours: Colours | null | undefined): Record<string, string> {
  const { set, lamp = '' }: Partial<Colours> = colours ?? {};
  return {
    ...(set !== undefined && Object.hasOwn(tokensOfSets, set) && tokensOfSets[set]),
    ...(colourPattern.test(lamp) && tokensOfLamp(lamp.toLowerCase())),
  };
}

/** A lamp colour with those that follow from it: under the pointer, at its brightest, dim, and words on it. */
function tokensOfLamp(lamp: string) {
  return {
    lamp,
    'lamp-hover': mix(lamp, '#ffffff', 0.2),
    'lamp-hi': mix(lamp, '#ffffff', 0.5),
    'lamp-lo': mix(lamp, '#000000', 0.4),
    ink: mix(lamp, '#000000', 0.89),
  };
}

/** The contrast of a lamp colour with the lightest ground. */
export function contrastOfLamp(lamp: string): number {
  return contrastOf(lamp, lightestGround);
}

/** Whether there is a lamp colour and it can't be read. A schema can't say this. */
export function isLampFaint(lamp: string | undefined): boolean {
  return lamp !== undefined && contrastOfLamp(lamp) < leastContrast;
}

/** The shade nearest to a lamp colour, towards white, that can be read. */
export function readableLamp(lamp: string): string {
  let share = 0;
  while (contrastOfLamp(mix(lamp, '#ffffff', share)) < leastContrast) share += 0.01;
  return mix(lamp, '#ffffff', share);
}

/** From 1, where two colours of the form #rrggbb are alike, to 21 (https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio). */
export function contrastOf(one: string, other: string): number {
  const [a, b] = [luminanceOf(one), luminanceOf(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** Relative luminance (https://www.w3.org/TR/WCAG22/#dfn-relative-luminance). */
function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(colour).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The colour `share` (0 to 1) of the way between two of the form #rrggbb. */
export function mix(from: string, to: string, share: number): string {
  const ends = channelsOf(to);
  const channels = channelsOf(from).map((a, index) => Math.round(a + ((ends[index] ?? a) - a) * share));
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

function channelsOf(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
}
