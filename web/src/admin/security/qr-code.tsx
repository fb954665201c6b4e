import { encode } from 'uqr';

/** Drawn here: the secret in it must not reach a service that draws pictures. Dark on light, as cameras expect it. */
export function QrCode({ content, label }: { content: string; label: string }) {
  const { data, size } = encode(content, { border: 3 });
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-52 flex-none rounded-md bg-white"
    >
      <path d={dark.join('')} fill="#000" />
    </svg>
  );
}
