/* Colours of the drawings alone; those that a sheet knows too are tokens. */
export const frameHi = '#3a5d50';
export const contour = '#0b1310';
export const glazing = '#1a2f27';
export const lamplight = '#f0b95a';

/** Spread of the eleven rays of the fanlight, at its upper edge. */
const rays = Array.from({ length: 11 }, (_, index) => `M140 126L${-30 + index * 34} 20`).join('');

/** The front door with light behind it, ajar or shut. A drawing only. */
export function Door({ shut = false }: { shut?: boolean }) {
  return (
    <svg viewBox="0 0 280 600" aria-hidden="true">
      <defs>
        <linearGradient id="door-fan" x2="0" y2="1">
          <stop stopColor="#ffe8b4" />
          <stop offset="1" stopColor={lamplight} />
        </linearGradient>
        <linearGradient id="door-hall">
          <stop stopColor="#fff3d6" />
          <stop offset=".12" stopColor="#f9d388" />
          <stop offset=".3" stopColor="#c98d35" />
        </linearGradient>
        <radialGradient id="door-glow">
          <stop stopColor={lamplight} stopOpacity=".46" />
          <stop offset="1" stopColor={lamplight} stopOpacity="0" />
        </radialGradient>
        <linearGradient id="door-leaf">
          <stop stopColor="#2b5042" />
          <stop offset=".3" stopColor="#1d372e" />
          <stop offset="1" stopColor="#152821" />
        </linearGradient>
        <linearGradient id="door-brass" x2="0" y2="1">
          <stop stopColor="#ffe0a3" />
          <stop offset=".35" stopColor="#d9a24a" />
          <stop offset="1" stopColor="#6d4d1f" />
        </linearGradient>
        <clipPath id="door-fan-edge">
          <path d="M24 40h232v86H24z" />
        </clipPath>
      </defs>
      {/* It overlaps the tiles next to it, which keep their clicks. */}
      <ellipse
        className="glow"
        pointerEvents="none"
        cx="90"
        cy="320"
        rx="270"
        ry="380"
        fill="url(#door-glow)"
      />
      <SoldierCourse x={2} y={1} width={276} tall={26} />
      <path d="M6 28h268v572H6z" fill="var(--color-reveal)" />
      <path d="M10 600V31h260v569" fill="var(--color-frame)" stroke={frameHi} />
      <path d="M24 40h232v86H24z" fill="url(#door-fan)" />
      <g clipPath="url(#door-fan-edge)" fill="none" stroke={glazing} strokeWidth="3.2">
        <path d={rays} />
        <circle cx="140" cy="126" r="21" fill="#f7cf83" strokeWidth="6" />
        <path d="M84 126a56 56 0 0 1 112 0" />
      </g>
      <path d="M24 40h232v86H24z" fill="none" stroke={contour} strokeWidth="2" />
      <path d="M24 140h232v460H24z" fill="url(#door-hall)" />
      <g className={shut ? 'leaf leaf-shut' : 'leaf'}>
        <path d="M58 147l198-7v460l-198-10z" fill="url(#door-leaf)" />
        <path d="M58 147v443" stroke="#ffe8b4" strokeWidth="1.6" opacity=".85" />
        <path d="M80 172l160-5v133l-160 1zM80 332h160v240l-160-6z" fill="#13241d" stroke="#335748" />
        <path d="M86 179l148-5v120l-148 1zM86 338h148v228l-148-6z" fill="none" stroke="#0b1713" />
        <rect x="112" y="226" width="96" height="22" rx="3" fill="url(#door-brass)" />
        <rect x="120" y="235" width="80" height="5" rx="2" fill="#1b1307" />
        <circle cx="69" cy="317" r="7.5" fill="url(#door-brass)" />
      </g>
    </svg>
  );
}

/** Bricks on end above an opening, leaning outward, in three tones. */
const tones = ['#2a1d17', '#241914', '#2e1f18'];

interface Props {
  x: number;
  y: number;
  width: number;
  tall: number;
}

export function SoldierCourse({ x, y, width, tall }: Props) {
  const count = Math.round(width / 11);
  const step = width / count;
  return tones.map((fill, tone) => {
    const path = Array.from({ length: count }, (_, index) => index)
      .filter((index) => index % tones.length === tone)
      .map((index) => {
        const lean = ((count - 1) / 2 - index) * 0.32;
        const brick = (step - 1.8).toFixed(1);
        return `M${(x + index * step - lean).toFixed(1)} ${y}h${brick}l${lean.toFixed(1)} ${tall}h-${brick}z`;
      })
      .join('');
    return <path key={fill} d={path} fill={fill} />;
  });
}

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
