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
