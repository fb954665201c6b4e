import type { ReactNode } from 'react';

interface Props {
  width: number;
  height: number;
  strokeWidth?: number;
  className?: string;
  children: ReactNode;
}

/** A drawing next to a word or inside a labelled control, so hidden from screen readers. Lines by default. */
function Icon({ width, height, strokeWidth, className, children }: Props) {
  const paint = strokeWidth
    ? { fill: 'none', stroke: 'currentColor', strokeWidth }
    : { fill: 'currentColor' };
  return (
    <svg
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      {...paint}
      className={className}
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}

/** An icon of one path: of lines with a `strokeWidth`, filled without. */
function icon(width: number, height: number, path: string, strokeWidth?: number) {
  return () => (
    <Icon width={width} height={height} {...(strokeWidth && { strokeWidth })}>
      <path d={path} />
    </Icon>
  );
}

export const CloseIcon = icon(14, 14, 'M1 1l12 12M13 1L1 13', 1.8);
export const AboutIcon = icon(
  14,
  14,
  'M7 6.2v4M7 3.4v1.4M13.2 7A6.2 6.2 0 1 1 .8 7a6.2 6.2 0 0 1 12.4 0z',
  1.4,
);
export const DownloadIcon = icon(14, 14, 'M7 1v8M3.5 5.8L7 9.2l3.5-3.4M1 13h12', 1.6);
export const ArrowIcon = icon(18, 12, 'M0 6h16M11 1l5 5-5 5', 1.8);
export const CheckIcon = icon(16, 12, 'M1 6.5L5.5 11 15 1', 2);
export const PauseIcon = icon(16, 16, 'M3 2h3.4v12H3zM9.6 2H13v12H9.6z');
export const PlayIcon = icon(14, 16, 'M1 .5l12.5 7.5L1 15.5z');
export const MenuIcon = icon(20, 14, 'M0 1h20M0 7h20M0 13h13', 2);
export const BackIcon = icon(12, 18, 'M10 1L2 9l8 8', 2);
export const ForwardIcon = icon(12, 18, 'M2 1l8 8-8 8', 2);

export function AlarmIcon() {
  return (
    <Icon width={16} height={16} strokeWidth={1.6}>
      <circle cx="8" cy="8" r="6.8" />
      <path d="M8 4.4v4.4M8 10.6v1.2" />
    </Icon>
  );
}

export function Spinner() {
  return (
    <Icon width={16} height={16} strokeWidth={2} className="spin">
      <circle cx="8" cy="8" r="6.5" opacity=".3" />
      <path d="M8 1.5A6.5 6.5 0 0 1 14.5 8" />
    </Icon>
  );
}
