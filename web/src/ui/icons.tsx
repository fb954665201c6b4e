/** Drawings that stand beside a word or inside a labelled control, hence hidden from screen readers. */

export function CloseIcon() {
  return (
    <svg
      width="14"
      height="14"
      viewBox="0 0 14 14"
      stroke="currentColor"
      strokeWidth="1.8"
      aria-hidden="true"
    >
      <path d="M1 1l12 12M13 1L1 13" />
    </svg>
  );
}

export function DownloadIcon() {
  return (
    <svg
      width="14"
      height="14"
      viewBox="0 0 14 14"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      aria-hidden="true"
    >
      <path d="M7 1v8M3.5 5.8L7 9.2l3.5-3.4M1 13h12" />
    </svg>
  );
}

export function AlarmIcon() {
  return (
    <svg
      width="16"
      height="16"
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      aria-hidden="true"
    >
      <circle cx="8" cy="8" r="6.8" />
      <path d="M8 4.4v4.4M8 10.6v1.2" />
    </svg>
  );
}

export function ArrowIcon() {
  return (
    <svg
      width="18"
      height="12"
      viewBox="0 0 18 12"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      aria-hidden="true"
    >
      <path d="M0 6h16M11 1l5 5-5 5" />
    </svg>
  );
}

export function Spinner() {
  return (
    <svg
      className="spin"
      width="16"
      height="16"
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      aria-hidden="true"
    >
      <circle cx="8" cy="8" r="6.5" opacity=".3" />
      <path d="M8 1.5A6.5 6.5 0 0 1 14.5 8" />
    </svg>
  );
}

export function PauseIcon() {
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" fill="currentColor" aria-hidden="true">
      <path d="M3 2h3.4v12H3zM9.6 2H13v12H9.6z" />
    </svg>
  );
}

export function PlayIcon() {
  return (
    <svg width="14" height="16" viewBox="0 0 14 16" fill="currentColor" aria-hidden="true">
      <path d="M1 .5l12.5 7.5L1 15.5z" />
    </svg>
  );
}

export function MenuIcon() {
  return (
    <svg width="20" height="14" viewBox="0 0 20 14" stroke="currentColor" strokeWidth="2" aria-hidden="true">
      <path d="M0 1h20M0 7h20M0 13h13" />
    </svg>
  );
}

export function ChevronIcon({ back = false }: { back?: boolean }) {
  return (
    <svg
      width="12"
      height="18"
      viewBox="0 0 12 18"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      aria-hidden="true"
    >
      <path d={back ? 'M10 1L2 9l8 8' : 'M2 1l8 8-8 8'} />
    </svg>
  );
}
