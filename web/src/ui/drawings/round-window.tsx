import { Cat, Halo, Lamp, Vase } from './sill-objects';

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
          <stop offset=".42" stopColor="#f0b95a" />
          <stop offset="1" stopColor="#80531d" />
        </radialGradient>
        <clipPath id="round-clip">
          <circle cx="150" cy="150" r="124" />
        </clipPath>
        <Halo id="round-halo" />
      </defs>
      <circle cx="150" cy="150" r="150" fill="#2b1d18" />
      <path d={joints} stroke="#0e1110" strokeWidth="2" />
      <circle cx="150" cy="150" r="137" fill="#213a31" stroke="#0b1310" strokeWidth="2" />
      <circle cx="150" cy="150" r="124" fill="url(#round-light)" />
      <g clipPath="url(#round-clip)">
        <path d="M0 232h300v80H0z" fill="#2a1c0b" />
        <Lamp x={212} y={233} scale={1.2} halo="round-halo" />
        <Cat x={104} y={233} scale={1.15} />
        <Vase x={172} y={233} scale={0.8} />
        <path d="M20 20h120L60 280H20z" fill="#fff" opacity=".07" />
      </g>
      <path d="M150 26v248M26 118h248" stroke="#213a31" strokeWidth="7" />
      <path d="M146.5 26v248M26 114.5h248" stroke="#3a5d50" />
      <circle cx="150" cy="150" r="124" fill="none" stroke="#0b1310" strokeWidth="2" />
    </svg>
  );
}
