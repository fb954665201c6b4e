import type { ReactNode } from 'react';
import { contour, frameHi, glazing, lamplight, SoldierCourse } from './door';

interface Props {
  id: string;
  /** Colours of the glass, from its top down. */
  light: [string, string, string];
  glow: number;
  children: ReactNode;
}

/** A window of the façade, 220 × 355, with the objects behind its glass (x 20–200, y 42–330). A drawing only. */
function UprightWindow({ id, light, glow, children }: Props) {
  return (
    <svg viewBox="0 0 220 350" aria-hidden="true">
      <defs>
        <linearGradient id={`${id}-glass`} x2="0" y2="1">
          <stop stopColor={light[0]} />
          <stop offset=".55" stopColor={light[1]} />
          <stop offset="1" stopColor={light[2]} />
        </linearGradient>
        <radialGradient id={`${id}-glow`}>
          <stop stopColor={lamplight} stopOpacity={glow} />
          <stop offset="1" stopColor={lamplight} stopOpacity="0" />
        </radialGradient>
        <clipPath id={`${id}-clip`}>
          <path d="M20 42h180v288H20z" />
        </clipPath>
      </defs>
      <ellipse
        className="glow"
        pointerEvents="none"
        cx="110"
        cy="200"
        rx="230"
        ry="260"
        fill={`url(#${id}-glow)`}
      />
      <SoldierCourse x={4} y={4} width={212} tall={25} />
      <path d="M8 30h204v308H8z" fill="var(--color-reveal)" />
      <path d="M11 33h198v305H11z" fill="var(--color-frame)" stroke="#35564a" />
      <path d="M20 42h180v288H20z" fill={`url(#${id}-glass)`} />
      <g clipPath={`url(#${id}-clip)`}>{children}</g>
      <path d="M0 336h220v13H0z" fill="var(--color-stone)" />
      <path d="M0 336h220v3H0z" fill="#77857d" />
      <path d="M6 349h208v6H6z" opacity=".35" />
    </svg>
  );
}

/** The bars lie over the glass, and over the clip that plays behind it. */
export function GlazingBars() {
  return (
    <svg viewBox="20 42 180 288" aria-hidden="true" className="absolute inset-0 size-full">
      <path d="M20 114h180M110 42v72" stroke={glazing} strokeWidth="8" />
      <path d="M20 110.5h180M106.5 42v68" stroke={frameHi} />
      <path d="M20 42h180v288H20z" fill="none" stroke={contour} strokeWidth="2" />
      <path d="M20 42h120L40 330H20z" fill="#fff" opacity=".035" />
    </svg>
  );
}

const slats = Array.from({ length: 24 }, (_, index) => `M20 ${(118 + index * 7.3).toFixed(1)}h180`).join('');

/** The blind is down, with a strip of light and the kettle under it. */
export function AgentsWindow() {
  return (
    <UprightWindow id="agents" light={['#241c10', '#3a2a13', '#6b4a1c']} glow={0.17}>
      <path d="M20 42h180v250H20z" fill="#1a1d17" />
      <path d={slats} stroke="#0e110e" strokeWidth="1.6" />
      <path d="M20 286h180v5H20z" fill="#2c2a1f" />
      <path d="M20 42h180v72H20z" fill="#171c18" />
      <linearGradient id="agents-strip" x2="0" y2="1">
        <stop stopColor="var(--color-glass)" />
        <stop offset="1" stopColor="#b0772d" />
      </linearGradient>
      <path d="M20 291h180v39H20z" fill="url(#agents-strip)" />
      <Kettle x={110} y={330} scale={0.72} />
    </UprightWindow>
  );
}

/** Lit, with curtains, plant, books and lamp. */
export function LearnWindow() {
  return (
    <UprightWindow
      id="learn"
      light={['var(--color-glass-hi)', 'var(--color-glass)', 'var(--color-glass-lo)']}
      glow={0.34}
    >
      <Halo id="learn-halo" />
      <path
        d="M20 42h30c6 120 0 220-14 288H20zM200 42h-30c-6 120 0 220 14 288h16z"
        fill="#b97b2e"
        opacity=".5"
      />
      <Plant x={62} y={330} scale={1.12} />
      <Books x={112} y={330} scale={0.92} />
      <Lamp x={164} y={330} scale={1.05} halo="learn-halo" />
    </UprightWindow>
  );
}

const joints = Array.from({ length: 36 }, (_, turn) => {
  const x = Math.sin((turn * Math.PI) / 18);
  const y = -Math.cos((turn * Math.PI) / 18);
  const at = (radius: number) => `${(150 + x * radius).toFixed(1)} ${(150 + y * radius).toFixed(1)}`;
  return `M${at(150)}L${at(136)}`;
}).join('');

/** The round window: cat, vase and lamp. A drawing only. */
export function RoundWindow() {
  return (
    <svg viewBox="0 0 300 300" aria-hidden="true" className="size-full">
      <defs>
        <radialGradient id="round-light" cx=".62" cy=".42" r=".8">
          <stop stopColor="#fff0cc" />
          <stop offset=".42" stopColor={lamplight} />
          <stop offset="1" stopColor="#80531d" />
        </radialGradient>
        <clipPath id="round-clip">
          <circle cx="150" cy="150" r="124" />
        </clipPath>
        <Halo id="round-halo" />
      </defs>
      <circle cx="150" cy="150" r="150" fill="var(--color-brick)" />
      <path d={joints} stroke="#0e1110" strokeWidth="2" />
      <circle cx="150" cy="150" r="137" fill="var(--color-frame)" stroke={contour} strokeWidth="2" />
      <circle cx="150" cy="150" r="124" fill="url(#round-light)" />
      <g clipPath="url(#round-clip)">
        <path d="M0 232h300v80H0z" fill={dark} />
        <Lamp x={212} y={233} scale={1.2} halo="round-halo" />
        <Cat x={104} y={233} scale={1.15} />
        <Vase x={172} y={233} scale={0.8} />
        <path d="M20 20h120L60 280H20z" fill="#fff" opacity=".07" />
      </g>
      <path d="M150 26v248M26 118h248" stroke="var(--color-frame)" strokeWidth="7" />
      <path d="M146.5 26v248M26 114.5h248" stroke={frameHi} />
      <circle cx="150" cy="150" r="124" fill="none" stroke={contour} strokeWidth="2" />
    </svg>
  );
}

/** Someone against the light of the hall, for an owner without a photo. A drawing only. */
export function Silhouette() {
  return (
    <svg viewBox="0 0 100 100" aria-hidden="true" className="size-full">
      <path d="M0 0h100v100H0z" fill="var(--color-lamp-hi)" />
      <path d="M34 0h32v100H34z" fill="#fff" opacity=".5" />
      <g fill="var(--color-ink)">
        <ellipse cx="50" cy="41" rx="15.5" ry="18.5" />
        <path d="M43 54h14v14H43z" />
        <path d="M12 104c1-24 14-36 38-36s37 12 38 36z" />
      </g>
    </svg>
  );
}

/* Objects on a window sill, against the light: the foot of each is the point (0, 0), about 50 to 100 units high. */

interface ObjectProps {
  x: number;
  y: number;
  scale: number;
  fill?: string;
}

const dark = '#2a1c0b';
const place = ({ x, y, scale }: ObjectProps) => `translate(${x} ${y}) scale(${scale})`;

/** An object of one path. */
const silhouette =
  (path: string) =>
  ({ fill = dark, ...at }: ObjectProps) => <path transform={place(at)} fill={fill} d={path} />;

const Plant = silhouette(
  'M-13-24h26l-4 24h-18zM0-24C-2-52-24-60-30-58c2 16 12 28 30 34zM0-24c0-30 16-50 28-52 2 20-8 42-28 52zM-1-24C-8-60-4-84 2-92c8 14 10 44-1 68z',
);
const Books = silhouette('M-24 0v-44h9v44zM-14 0v-36h11v36zM-2 0v-48h8v48zM8 0l9-41 9 2-9 39z');
const Cat = silhouette(
  'M-20 0c-4-22 4-34 10-40-4-8-4-16-2-24l7 6h8l7-6c2 10 2 18-3 25 10 10 14 24 12 39zM16-3c12 2 20-2 24-9l3 2c-4 11-15 16-28 13z',
);

/** `halo` is the id of the gradient of its light. */
function Lamp({ fill = dark, halo, ...at }: ObjectProps & { halo: string }) {
  return (
    <g transform={place(at)}>
      <circle cy="-50" r="92" fill={`url(#${halo})`} />
      <path fill={fill} d="M-12 0h24v-4h-9v-34h-6v34h-9z" />
      <path fill="#fff6dd" d="M-22-38h44l-11-32h-22z" />
    </g>
  );
}

function Halo({ id }: { id: string }) {
  return (
    <radialGradient id={id}>
      <stop stopColor="#fff6dd" stopOpacity=".85" />
      <stop offset=".4" stopColor="#ffeec2" stopOpacity=".4" />
      <stop offset="1" stopColor="#ffe6ad" stopOpacity="0" />
    </radialGradient>
  );
}

function Kettle({ fill = '#191207', ...at }: ObjectProps) {
  return (
    <g transform={place(at)} fill={fill}>
      <path d="M-20 0h40c4-14 0-30-14-34h-12c-14 4-18 20-14 34zM20-14l16-14 3 3-17 20z" />
      <path d="M-15-32c0-24 30-24 30 0" fill="none" stroke={fill} strokeWidth="4" />
      <circle cy="-37" r="4" />
    </g>
  );
}

function Vase({ fill = dark, ...at }: ObjectProps) {
  return (
    <g transform={place(at)} fill={fill}>
      <path d="M-9 0h18c8-14 6-26-4-34v-8h-10v8c-10 8-12 20-4 34zM-1-40l-10-40 2-1 10 36 8-50 2 .5-7 54z" />
      <circle cx="-11" cy="-82" r="6" />
      <circle cx="10" cy="-98" r="7" />
    </g>
  );
}
