/** A brass bell push. A drawing only; one per page. */
export function Bell({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 200 200" aria-hidden="true" className={className}>
      <defs>
        <linearGradient id="bell-brass" x2="1" y2="1">
          <stop stopColor="#ffe7b8" />
          <stop offset=".3" stopColor="#d9a24a" />
          <stop offset=".62" stopColor="#8a6327" />
          <stop offset="1" stopColor="#e8bb6a" />
        </linearGradient>
        <radialGradient id="bell-ivory" cx=".4" cy=".34">
          <stop stopColor="#fffaf0" />
          <stop offset=".6" stopColor="#f6dfb0" />
          <stop offset="1" stopColor="#c99a4c" />
        </radialGradient>
      </defs>
      <circle cx="100" cy="104" r="94" opacity=".35" />
      <circle cx="100" cy="100" r="94" fill="url(#bell-brass)" />
      <circle cx="100" cy="100" r="85" fill="#7a5724" />
      <circle cx="100" cy="100" r="83" fill="url(#bell-brass)" />
      <circle cx="100" cy="100" r="46" fill="#3b2a10" />
      <circle cx="100" cy="100" r="40" fill="#14211c" />
      <circle cx="100" cy="99" r="30" fill="url(#bell-ivory)" />
      <path
        d="M100 27.5a4.5 4.5 0 010 9 4.5 4.5 0 010-9zM100 163.5a4.5 4.5 0 010 9 4.5 4.5 0 010-9z"
        fill="#6d4d1f"
      />
      <path d="M96.5 32h7M98 165l4 6" stroke="#f3d08f" strokeWidth="1.4" />
    </svg>
  );
}
