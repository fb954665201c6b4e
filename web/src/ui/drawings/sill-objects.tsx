/* Objects on a window sill, against the light: the foot of each is the point (0, 0), about 50 to 100 units high. */

interface Props {
  x: number;
  y: number;
  scale: number;
  fill?: string;
}

const dark = '#2a1c0b';
const place = ({ x, y, scale }: Props) => `translate(${x} ${y}) scale(${scale})`;

/** An object of one path. */
const silhouette =
  (path: string) =>
  ({ fill = dark, ...at }: Props) => <path transform={place(at)} fill={fill} d={path} />;

export const Plant = silhouette(
  'M-13-24h26l-4 24h-18zM0-24C-2-52-24-60-30-58c2 16 12 28 30 34zM0-24c0-30 16-50 28-52 2 20-8 42-28 52zM-1-24C-8-60-4-84 2-92c8 14 10 44-1 68z',
);
export const Books = silhouette('M-24 0v-44h9v44zM-14 0v-36h11v36zM-2 0v-48h8v48zM8 0l9-41 9 2-9 39z');
export const Cat = silhouette(
  'M-20 0c-4-22 4-34 10-40-4-8-4-16-2-24l7 6h8l7-6c2 10 2 18-3 25 10 10 14 24 12 39zM16-3c12 2 20-2 24-9l3 2c-4 11-15 16-28 13z',
);

/** `halo` is the id of the gradient of its light. */
export function Lamp({ fill = dark, halo, ...at }: Props & { halo: string }) {
  return (
    <g transform={place(at)}>
      <circle cy="-50" r="92" fill={`url(#${halo})`} />
      <path fill={fill} d="M-12 0h24v-4h-9v-34h-6v34h-9z" />
      <path fill="#fff6dd" d="M-22-38h44l-11-32h-22z" />
    </g>
  );
}

export function Halo({ id }: { id: string }) {
  return (
    <radialGradient id={id}>
      <stop stopColor="#fff6dd" stopOpacity=".85" />
      <stop offset=".4" stopColor="#ffeec2" stopOpacity=".4" />
      <stop offset="1" stopColor="#ffe6ad" stopOpacity="0" />
    </radialGradient>
  );
}

export function Kettle({ fill = '#191207', ...at }: Props) {
  return (
    <g transform={place(at)} fill={fill}>
      <path d="M-20 0h40c4-14 0-30-14-34h-12c-14 4-18 20-14 34zM20-14l16-14 3 3-17 20z" />
      <path d="M-15-32c0-24 30-24 30 0" fill="none" stroke={fill} strokeWidth="4" />
      <circle cy="-37" r="4" />
    </g>
  );
}

export function Vase({ fill = dark, ...at }: Props) {
  return (
    <g transform={place(at)} fill={fill}>
      <path d="M-9 0h18c8-14 6-26-4-34v-8h-10v8c-10 8-12 20-4 34zM-1-40l-10-40 2-1 10 36 8-50 2 .5-7 54z" />
      <circle cx="-11" cy="-82" r="6" />
      <circle cx="10" cy="-98" r="7" />
    </g>
  );
}
