import type { ReactNode } from 'react';
import { Books, Halo, Kettle, Lamp, Plant } from './sill-objects';
import { SoldierCourse } from './soldier-course';

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
          <stop stopColor="#f0b95a" stopOpacity={glow} />
          <stop offset="1" stopColor="#f0b95a" stopOpacity="0" />
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
      <path d="M8 30h204v308H8z" fill="#0c1512" />
      <path d="M11 33h198v305H11z" fill="#213a31" stroke="#35564a" />
      <path d="M20 42h180v288H20z" fill={`url(#${id}-glass)`} />
      <g clipPath={`url(#${id}-clip)`}>{children}</g>
      <path d="M0 336h220v13H0z" fill="#4a5751" />
      <path d="M0 336h220v3H0z" fill="#77857d" />
      <path d="M6 349h208v6H6z" opacity=".35" />
    </svg>
  );
}

/** The bars lie over the glass, and over the clip that plays behind it. */
export function GlazingBars() {
  return (
    <svg viewBox="20 42 180 288" aria-hidden="true" className="absolute inset-0 size-full">
      <path d="M20 114h180M110 42v72" stroke="#1a2f27" strokeWidth="8" />
      <path d="M20 110.5h180M106.5 42v68" stroke="#3a5d50" />
      <path d="M20 42h180v288H20z" fill="none" stroke="#0b1310" strokeWidth="2" />
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
        <stop stopColor="#f3bf63" />
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
    <UprightWindow id="learn" light={['#ffe3a6', '#f3bf63', '#c98a35']} glow={0.34}>
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
